package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

const (
	proxyToken    = "ghs_0123456789abcdefPROXY"
	proxyUser     = "runner"
	proxyPassword = "p4ss-of-the-proxy"
)

// A proxyServer is an HTTP proxy that knows two hosts, which no name server
// does: whatever reaches them went through it.
type proxyServer struct {
	*httptest.Server
	plain *httptest.Server // what the hosts answer to http
	tls   *httptest.Server // and to https

	mu sync.Mutex
	// asked are method and host of what the proxy itself was asked.
	asked []string
	// secrets are the headers that the proxy could read.
	secrets []string
}

// newProxy starts a proxy before a fake GitHub, and writes the certificate of
// the hosts' authority to a file.
func newProxy(t *testing.T, gh *hubtest.Server, authority string) *proxyServer {
	api, store := gh.Served()
	hosts := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := map[string]string{"api.example.test": api, "store.example.test": store}[strings.Split(r.Host, ":")[0]]
		u, err := url.Parse(to)
		if err != nil || to == "" {
			http.Error(w, "no such host", http.StatusBadGateway)
			return
		}
		(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(u) }}).ServeHTTP(w, r)
	})
	p := &proxyServer{plain: httptest.NewServer(hosts), tls: httptest.NewUnstartedServer(hosts)}
	p.tls.TLS = &tls.Config{Certificates: []tls.Certificate{certify(t, authority, "api.example.test", "store.example.test")}}
	p.tls.StartTLS()
	p.Server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(func() {
		for _, s := range []*httptest.Server{p.Server, p.plain, p.tls} {
			s.CloseClientConnections()
			s.Close()
		}
	})
	return p
}

func (p *proxyServer) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.Host)
	p.secrets = append(p.secrets, r.Header.Get("Authorization"))
	p.mu.Unlock()
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(proxyUser+":"+proxyPassword))
	if r.Header.Get("Proxy-Authorization") != want {
		http.Error(w, "who are you?", http.StatusProxyAuthRequired)
		return
	}
	if r.Method != http.MethodConnect {
		r.Header.Del("Proxy-Authorization")
		p.plain.Config.Handler.ServeHTTP(w, r)
		return
	}
	up, err := net.Dial("tcp", p.tls.Listener.Addr().String())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	down, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(down, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() {
		_, _ = io.Copy(up, down)
		_ = up.Close()
	}()
	_, _ = io.Copy(down, up)
	_ = down.Close()
}

// certify makes a certificate for hosts, which is its own authority.
func certify(t *testing.T, file string, hosts ...string) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a test"}, DNSNames: hosts,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err == nil {
		err = os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// The proxy variables are honoured for the API, for the download of the
// artifact and for the comment. Over https the proxy sees neither token nor
// signed address, over either the token goes to the API alone, and what is
// printed holds neither the token nor the proxy's password. The program is
// another process, since these variables are read once in a process.
func TestProxy(t *testing.T) {
	tests := []struct {
		name, scheme string
		variables    func(proxy string) []string
		status       int
		asked        []string // of the proxy, each once
		words        string   // in what is printed
	}{
		{name: "https", scheme: "https", variables: func(p string) []string { return []string{"HTTPS_PROXY=" + p} },
			asked: []string{"CONNECT api.example.test:443", "CONNECT store.example.test:443"}},
		{name: "http", scheme: "http", variables: func(p string) []string { return []string{"HTTP_PROXY=" + p} },
			asked: []string{"GET api.example.test", "GET store.example.test", "POST api.example.test"}},
		{name: "lower case", scheme: "https", variables: func(p string) []string { return []string{"https_proxy=" + p} },
			asked: []string{"CONNECT api.example.test:443", "CONNECT store.example.test:443"}},
		{name: "the other scheme's", scheme: "https", variables: func(p string) []string { return []string{"HTTP_PROXY=" + p} },
			status: 5, words: "calling GET /api/v3/repos/acme/widgets/compare/"},
		{name: "no proxy for all", scheme: "https", variables: func(p string) []string { return []string{"HTTPS_PROXY=" + p, "NO_PROXY=.example.test"} },
			status: 5, words: "calling GET /api/v3/repos/acme/widgets/compare/"},
		{name: "no proxy for the store", scheme: "https", variables: func(p string) []string { return []string{"HTTPS_PROXY=" + p, "NO_PROXY=store.example.test"} },
			status: 5, words: "then the download from store.example.test", asked: []string{"CONNECT api.example.test:443"}},
		{name: "another password", scheme: "https", variables: func(p string) []string {
			return []string{"HTTPS_PROXY=" + strings.Replace(p, ":"+proxyPassword, ":x"+proxyPassword, 1)}
		},
			status: 5, words: "Proxy Authentication Required", asked: []string{"CONNECT api.example.test:443"}},
		{name: "nobody there", scheme: "https", variables: func(p string) []string { return []string{"HTTPS_PROXY=" + p[:strings.LastIndex(p, ":")] + ":1"} },
			status: 5, words: "proxyconnect"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := strings.Repeat("a", 40)
			results := "pkg: example.test/a\n" + strings.Repeat("BenchmarkA \t 1\t 10 ns/op\n", 6) + "PASS\n"
			gh := hubtest.Start(&hubtest.World{Owner: "acme", Name: "widgets", ID: 1, MergeBase: base, History: []string{base}, Token: proxyToken,
				Prefix: "/api/v3", PublicAPI: test.scheme + "://api.example.test", PublicStore: test.scheme + "://store.example.test",
				Pulls: []hubtest.Pull{{Number: 7, HeadSHA: strings.Repeat("b", 40), HeadRef: "feature"}},
				Runs:  []hubtest.Run{{ID: 510, SHA: base, Created: hubtest.Day(20)}},
				Artifacts: []hubtest.Artifact{{ID: 31, Name: "noisegate-baseline", RunID: 510, Created: hubtest.Day(20),
					Data: hubtest.Zip("bench.txt", results)}}}, nil)
			defer gh.Close()
			dir := t.TempDir()
			authority := filepath.Join(dir, "authority.pem")
			p := newProxy(t, gh, authority)
			for name, text := range map[string]string{"head.txt": results,
				"event.json": `{"repository": {"id": 1, "full_name": "acme/widgets"}, "pull_request": {"number": 7, "head": {"sha": "` +
					strings.Repeat("b", 40) + `", "repo": {"id": 1}}, "base": {"ref": "main", "repo": {"id": 1}}}}`} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "noisegate", "action")
			cmd.Env = append(withoutProxy(os.Environ()), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+dir, "GITHUB_OUTPUT="+filepath.Join(dir, "out"),
				"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "GITHUB_REPOSITORY=acme/widgets", "GITHUB_API_URL="+gh.URL(),
				"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+filepath.Join(dir, "event.json"), "GITHUB_RUN_ID=600", "SSL_CERT_FILE="+authority,
				"GITHUB_WORKFLOW_REF=acme/widgets/.github/workflows/bench.yml@refs/heads/main",
				"INPUT_CANDIDATE=head.txt", "INPUT_MAX-WAIT=0s", "INPUT_GITHUB-TOKEN="+proxyToken)
			cmd.Env = append(cmd.Env, test.variables(strings.Replace(p.URL, "http://", "http://"+proxyUser+":"+proxyPassword+"@", 1))...)
			var printed bytes.Buffer
			cmd.Stdout, cmd.Stderr = &printed, &printed
			_ = cmd.Run() // the status tells
			if status := cmd.ProcessState.ExitCode(); status != test.status || !strings.Contains(printed.String(), test.words) {
				t.Errorf("exit %d, want %d with %q\n%s", status, test.status, test.words, &printed)
			}
			checkProxy(t, p, gh, test.asked, test.scheme)
			for _, secret := range []string{proxyToken, proxyPassword, "synthetic-signature"} {
				if strings.Contains(printed.String(), secret) {
					t.Errorf("%q is printed:\n%s", secret, &printed)
				}
			}
			if n := len(gh.Comments(7)); test.status == 0 && n != 1 {
				t.Errorf("%d comments\n%s", n, &printed)
			}
		})
	}
}

// checkProxy checks what the proxy was asked and could see, and who got the
// token.
func checkProxy(t *testing.T, p *proxyServer, gh *hubtest.Server, asked []string, scheme string) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	got := slices.Compact(slices.Sorted(slices.Values(p.asked)))
	if fmt.Sprint(got) != fmt.Sprint(asked) {
		t.Errorf("the proxy was asked %q, want %q", got, asked)
	}
	for i, secret := range p.secrets {
		if secret != "" && (scheme == "https" || !strings.HasSuffix(p.asked[i], " api.example.test")) {
			t.Errorf("the proxy saw the token in %s", p.asked[i])
		}
	}
	for _, r := range gh.Requests() {
		if r.Authorized != (r.Host == "api") {
			t.Errorf("the token at the %s: %t, in %s %s", r.Host, r.Authorized, r.Method, r.Path)
		}
	}
}

// withoutProxy is an environment without the variables under test.
func withoutProxy(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return strings.HasSuffix(strings.ToUpper(name), "_PROXY") || name == "SSL_CERT_FILE"
	})
}
