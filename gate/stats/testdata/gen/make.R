# Reference values from R: utest by coin, Clopper-Pearson by binom.test,
# adjusted p-values by p.adjust, priors by limma, Kendall by cor.test.
#   apt-get install r-base-core r-cran-coin r-bioc-limma
#   Rscript testdata/gen/make.R > testdata/r.json      (in gate/stats)
suppressMessages({library(coin); library(limma)})
num <- function(x) paste0("[", paste(ifelse(is.finite(x), sprintf("%.17g", x), "null"), collapse = ","), "]")
one <- function(x) if (is.infinite(x)) "\"Infinity\"" else sprintf("%.17g", x)
row <- function(...) { a <- list(...); paste0("{", paste(sprintf("\"%s\":%s", names(a), unlist(a)), collapse = ","), "}") }
block <- function(name, rows) paste0("\"", name, "\":[\n", paste(rows, collapse = ",\n"), "\n]")
set.seed(20)

utest <- c()
sizes <- list(c(4,4), c(5,9), c(9,5), c(10,10), c(12,20), c(20,20), c(30,8), c(3,40), c(25,25), c(50,50), c(2,3))
for (s in sizes) for (step in c(0, 0.5, 2)) for (shift in c(0, 1)) {
  x <- 10 + rexp(s[1]) * 2; y <- 10 + shift + rexp(s[2]) * 2
  if (step > 0) { x <- ceiling(x / step) * step; y <- ceiling(y / step) * step }
  if (length(unique(c(x, y))) < 2) next
  v <- rank(c(x, y)); g <- factor(rep(1:2, s))
  p <- pvalue(wilcox_test(v ~ g, distribution = exact(algorithm = "shift")))
  ci <- if (step == 0 && min(s) >= 4) wilcox.test(log(y), log(x), conf.int = TRUE, exact = TRUE) else NULL
  e <- if (is.null(ci)) c(NA, NA, NA) else exp(c(ci$estimate, ci$conf.int)) - 1
  utest <- c(utest, row(x = num(x), y = num(y), p = one(as.numeric(p)), effect = num(e)))
}

trend <- c()
for (n in c(5, 9, 12, 30, 49)) for (slope in c(0, 0.1)) {
  v <- rnorm(n) + slope * seq_len(n)
  k <- cor.test(seq_len(n), v, method = "kendall", exact = TRUE)
  trend <- c(trend, row(v = num(v), tau = one(k$estimate), p = one(k$p.value)))
}
n <- 80; v <- round(rnorm(n) * 2 + 0.02 * seq_len(n))
k <- cor.test(seq_len(n), v, method = "kendall", exact = FALSE, continuity = TRUE)
trend <- c(trend, row(v = num(v), tau = one(k$estimate), p = one(k$p.value)))

share <- c()
for (b in list(c(0,10), c(10,10), c(1,20), c(7,100), c(500,1000), c(3,100000), c(50,1000000))) for (conf in c(0.95, 0.99)) {
  ci <- binom.test(b[1], b[2], conf.level = conf)$conf.int
  share <- c(share, row(x = sprintf("%d", as.integer(b[1])), n = sprintf("%d", as.integer(b[2])), confidence = conf, low = one(ci[1]), high = one(ci[2])))
}

adjust <- c()
for (n in c(1, 5, 30)) {
  p <- runif(n)^4
  if (n > 4) p[3] <- p[2]
  adjust <- c(adjust, row(p = num(p), holm = num(p.adjust(p, "holm")), bonferroni = num(p.adjust(p, "bonferroni"))))
}

prior <- c()
for (case in 1:8) {
  n <- c(10, 50, 200, 20, 30, 12, 40, 3)[case]
  df <- if (case == 5) sample(2:9, n, TRUE) else rep(c(2, 4, 1, 9, 4, 3, 5, 4)[case], n)
  d0 <- c(4, 10, 3, 1e6, 5, 2, 3, 4)[case]
  s2 <- 0.02 * d0 / rchisq(n, d0) * rchisq(n, df) / df
  if (case == 6) s2[1:3] <- 0
  if (case == 7) s2[1:25] <- 0
  sv <- suppressWarnings(squeezeVar(s2, df))
  prior <- c(prior, row(s2 = num(s2), df = num(df), d0 = one(sv$df.prior), s0 = one(sv$var.prior), post = num(rep_len(sv$var.post, n))))
}

cat("{\n", block("utest", utest), ",\n", block("trend", trend), ",\n", block("share", share), ",\n",
    block("adjust", adjust), ",\n", block("prior", prior), "\n}\n", sep = "")
