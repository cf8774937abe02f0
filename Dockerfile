# The image of the action: one static binary and the certificates it needs.
FROM golang:1.26 AS build
ARG VERSION=""
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY gate ./gate
COPY report ./report
COPY cmd ./cmd
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.stamped=${VERSION}" -o /noisegate ./cmd/noisegate

FROM scratch
LABEL org.opencontainers.image.source="https://github.com/noisegate/noisegate" \
      org.opencontainers.image.description="Blocks a pull request for a confirmed benchmark slowdown, and never for noise." \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /noisegate /noisegate
# No USER: the runner mounts the workspace and its own files for root, and an
# action with another user cannot write its outputs.
ENTRYPOINT ["/noisegate"]
