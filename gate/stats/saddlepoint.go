package stats

import "math"

// saddlepointP approximates P(|2U − nm| ≥ distance) of [MannWhitneyU] where
// the exact distribution would cost too much.
//
// With independent y_k ~ Binomial(t_k, ·) for the tie groups, the null is the
// law of s = Σ v_k·y_k given Σ y_k = n, whatever the common probability. The
// tail is Skovgaard's double saddlepoint form with his second continuity
// correction for a lattice of step 1 (the step of s, see lattice): with
// K(α, β) = Σ t_k·ln(1 + exp(α + β·v_k)) and (α̂, β̂) solving ∇K = (n, s − ½),
//
//	P(S ≥ s) ≈ 1 − Φ(w) + φ(w)·(1/u − 1/w)
//	w = sign(β̂)·√(2·(α̂n + β̂(s−½) − K(α̂,β̂) − α₀n + K(α₀,0)))
//	u = 2·sinh(β̂/2)·√(det K″(α̂,β̂) / K″αα(α₀,0))
//
// and the same with s reversed for the lower tail.
//
// [1] Skovgaard (1987). Saddlepoint expansions for conditional distributions.
// Journal of Applied Probability 24(4).
//
// [2] Robinson (1982). Saddlepoint approximations for permutation tests and
// confidence intervals. Journal of the Royal Statistical Society B 44(1).
func saddlepointP(sizes []int, n, distance int) float64 {
	l := newLattice(sizes, n, distance)
	law := newConditionalLaw(l.sizes, l.v, l.n)
	return law.lower(l.low) + law.upper(l.high)
}

// conditionalLaw is the law of s = Σ v_k·y_k given Σ y_k = n.
type conditionalLaw struct {
	t, v []float64 // v is centred on its mean
	n    float64
	// mean is what v was centred by; variance is that of s.
	mean, variance float64
	alpha, k0      float64 // α₀ and α₀n − K(α₀, 0)
	curve0         float64 // K″αα(α₀, 0)
}

func newConditionalLaw(sizes, v []int, n int) *conditionalLaw {
	l := &conditionalLaw{t: make([]float64, len(v)), v: make([]float64, len(v)), n: float64(n)}
	total := 0.0
	for k := range v {
		l.t[k], l.v[k] = float64(sizes[k]), float64(v[k])
		total += l.t[k]
		l.mean += l.t[k] * l.v[k]
	}
	l.mean /= total
	for k := range l.v {
		l.v[k] -= l.mean
		l.variance += l.t[k] * l.v[k] * l.v[k]
	}
	m := total - l.n
	l.variance *= l.n * m / (total * (total - 1))
	l.alpha = math.Log(l.n / m)
	l.k0 = l.alpha*l.n - total*math.Log1p(l.n/m)
	l.curve0 = l.n * m / total
	return l
}

// newUntiedLaw is the law of U itself without ties.
func newUntiedLaw(n, m int) *untiedLaw {
	n, m = min(n, m), max(n, m)
	sizes, v := make([]int, n+m), make([]int, n+m)
	for i := range sizes {
		sizes[i], v[i] = 1, i
	}
	return &untiedLaw{newConditionalLaw(sizes, v, n), n * (n - 1) / 2}
}

type untiedLaw struct {
	*conditionalLaw
	least int
}

// lower returns P(U ≤ u).
func (l *untiedLaw) lower(u int) float64 { return l.conditionalLaw.lower(u + l.least) }

// lower returns P(S ≤ s), upper P(S ≥ s), for sums of the uncentred v.
func (l *conditionalLaw) lower(s int) float64 { return l.tail(float64(s)+0.5-l.n*l.mean, -1) }
func (l *conditionalLaw) upper(s int) float64 { return l.tail(float64(s)-0.5-l.n*l.mean, 1) }

// tail returns the probability beyond s, of centred sums, in the direction of
// sign.
func (l *conditionalLaw) tail(s, sign float64) float64 {
	z := sign * s / math.Sqrt(l.variance)
	if math.Abs(z) < 1e-3 {
		// The formula is 0/0 at the mean; there p is near 1.
		return 0.5 * math.Erfc(z/math.Sqrt2)
	}
	f := l.solve(s)
	w := math.Sqrt(2 * max(0, f.exponent-l.k0))
	u := 2 * math.Sinh(math.Abs(f.beta)/2) * math.Sqrt(f.determinant/l.curve0)
	if z < 0 {
		w, u = -w, -u
	}
	phi := math.Exp(-w*w/2) / math.Sqrt(2*math.Pi)
	p := 0.5*math.Erfc(w/math.Sqrt2) + phi*(1/u-1/w)
	if math.IsNaN(p) {
		return 0
	}
	return min(max(p, 0), 1)
}

// saddle is a point (α, β) with the derivatives of K there.
type saddle struct {
	alpha, beta float64
	// exponent is αn + βs − K.
	exponent                    float64
	gradA, gradB, kaa, kab, kbb float64
	determinant                 float64
}

// solve finds the maximum of the concave αn + βs − K(α, β) by Newton's method
// with halved steps where a whole one does not go up.
func (l *conditionalLaw) solve(s float64) saddle {
	// The normal approximation is a good start.
	at := l.at(l.alpha, 0, s)
	start := l.at(l.alpha, clamp(s/l.variance, 3/math.Sqrt(l.variance)), s)
	if start.exponent > at.exponent {
		at = start
	}
	for range 100 {
		da := (at.kbb*at.gradA - at.kab*at.gradB) / at.determinant
		db := (at.kaa*at.gradB - at.kab*at.gradA) / at.determinant
		if math.IsNaN(da) || math.IsNaN(db) {
			break
		}
		step, next := 1.0, l.at(at.alpha+da, at.beta+db, s)
		for !(next.exponent >= at.exponent) && step > 1e-6 {
			step /= 2
			next = l.at(at.alpha+step*da, at.beta+step*db, s)
		}
		if step <= 1e-6 {
			break // rounding is all that is left
		}
		at = next
		if math.Abs(step*da) <= 1e-9*(1+math.Abs(at.alpha)) && math.Abs(step*db) <= 1e-9*math.Abs(at.beta) {
			break
		}
	}
	return at
}

func (l *conditionalLaw) at(alpha, beta, s float64) saddle {
	f := saddle{alpha: alpha, beta: beta, gradA: l.n, gradB: s, exponent: alpha*l.n + beta*s}
	for k, t := range l.t {
		v := l.v[k]
		x := alpha + beta*v
		e := math.Exp(-math.Abs(x))
		q := 1 / (1 + e)
		pi := q
		f.exponent -= t * (max(x, 0) + math.Log1p(e))
		if x < 0 {
			pi = e * q
		}
		f.gradA -= t * pi
		f.gradB -= t * pi * v
		c := t * e * q * q
		f.kaa += c
		f.kab += c * v
		f.kbb += c * v * v
	}
	f.determinant = f.kaa*f.kbb - f.kab*f.kab
	return f
}

func clamp(x, limit float64) float64 { return max(-limit, min(limit, x)) }
