"use strict";
(function () {
  // The measured values are many: they are read when the first series opens.
  var data = null;
  function series(i) {
    if (!data) data = JSON.parse(document.getElementById("data").textContent);
    return data[i];
  }
  var root = document.documentElement;
  document.querySelectorAll(".needs-script").forEach(function (e) { e.hidden = false; });

  // The theme follows the system until the reader chooses.
  var theme = document.getElementById("theme");
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  theme.setAttribute("aria-pressed", String(dark));
  theme.addEventListener("click", function () {
    dark = !dark;
    root.dataset.theme = dark ? "dark" : "light";
    theme.setAttribute("aria-pressed", String(dark));
  });

  var table = document.getElementById("series");
  if (!table) return;
  var body = table.tBodies[0];
  var rows = Array.prototype.slice.call(body.rows);
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  var details = new Map();

  function element(name, className, text) {
    var e = document.createElement(name);
    if (className) e.className = className;
    if (text !== undefined) e.textContent = text;
    return e;
  }

  // Sorting: equal rows keep their order, what is unknown comes last.
  function sortKey(row, column) {
    var cell = row.cells[column], s = cell.dataset.s;
    if (s === undefined) return cell.textContent;
    return s === "" ? null : Number(s);
  }
  function sortBy(column, descending) {
    var keyed = rows.map(function (r) { return { row: r, key: sortKey(r, column) }; });
    keyed.sort(function (a, b) {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
      var c = typeof a.key === "number" ? a.key - b.key : a.key.localeCompare(b.key, "en", { numeric: true });
      return descending ? -c : c;
    });
    rows = keyed.map(function (k) { return k.row; });
    var all = document.createDocumentFragment();
    rows.forEach(function (r) {
      all.appendChild(r);
      if (details.has(r)) all.appendChild(details.get(r));
    });
    body.appendChild(all);
    heads.forEach(function (h, i) {
      if (h.dataset.key) h.setAttribute("aria-sort", i === column ? (descending ? "descending" : "ascending") : "none");
    });
  }
  heads.forEach(function (h, i) {
    if (!h.dataset.key) return;
    var b = element("button", "", h.textContent);
    b.type = "button";
    h.textContent = "";
    h.appendChild(b);
    h.setAttribute("aria-sort", "none");
    b.addEventListener("click", function () {
      var now = h.getAttribute("aria-sort");
      // Numbers are asked for from the largest down, words from A up.
      sortBy(i, now === "none" ? h.classList.contains("n") : now === "ascending");
    });
  });

  // Filtering.
  var find = document.getElementById("find");
  var boxes = Array.prototype.slice.call(document.querySelectorAll("input[name=verdict]"));
  var shown = document.getElementById("shown");
  var names = new Map();
  function words(r) {
    if (!names.has(r)) names.set(r, r.textContent.toLowerCase());
    return names.get(r);
  }
  function filter() {
    var wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    var on = {}, n = 0;
    boxes.forEach(function (b) { on[b.value] = b.checked; });
    rows.forEach(function (r) {
      var show = on[r.dataset.v] !== false && wanted.every(function (w) { return words(r).indexOf(w) >= 0; });
      r.hidden = !show;
      if (details.has(r)) details.get(r).hidden = !show || !r.classList.contains("open");
      if (show) n++;
    });
    shown.textContent = n + " of " + rows.length + " series shown";
  }
  find.addEventListener("input", filter);
  boxes.forEach(function (b) { b.addEventListener("change", filter); });
  document.getElementById("filters").addEventListener("submit", function (e) { e.preventDefault(); });
  filter();

  // Opening a series.
  rows.forEach(function (r) {
    var th = r.querySelector("th"), b = element("button", "", th.textContent);
    b.type = "button";
    b.setAttribute("aria-expanded", "false");
    th.textContent = "";
    th.appendChild(b);
  });
  body.addEventListener("click", function (e) {
    var b = e.target.closest("th button");
    if (!b) return;
    var r = b.closest("tr"), open = b.getAttribute("aria-expanded") !== "true";
    if (!details.has(r)) {
      var d = element("tr", "detail"), td = element("td");
      d.setAttribute("role", "row");
      td.setAttribute("role", "cell");
      td.colSpan = heads.length;
      td.appendChild(detail(series(Number(r.dataset.i)), b.textContent));
      d.appendChild(td);
      details.set(r, d);
    }
    if (open) r.after(details.get(r));
    details.get(r).hidden = !open;
    r.classList.toggle("open", open);
    b.setAttribute("aria-expanded", String(open));
  });

  function detail(s, name) {
    var box = element("div", "box"), dl = element("dl");
    if (s.b || s.c) box.appendChild(plot(s, name));
    dl.appendChild(element("dt", "", ""));
    dl.appendChild(element("dd", "cap", "baseline"));
    dl.appendChild(element("dd", "cap", "candidate"));
    s.t.forEach(function (line) {
      dl.appendChild(element("dt", "", line[0]));
      line.slice(1).forEach(function (v) { dl.appendChild(element("dd", line.length === 2 ? "one" : "", v)); });
    });
    box.appendChild(dl);
    return box;
  }

  // The plot of a series, the same as those drawn into the page: medians of
  // earlier runs, values in order, medians with intervals, the floor's band,
  // and the sorted values on the right.
  var W = 720, H = 220, LEFT = 64, BOTTOM = 22, TOP = 8;
  function svg(name, attributes, text) {
    var e = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.keys(attributes).forEach(function (k) { e.setAttribute(k, attributes[k]); });
    if (text !== undefined) e.textContent = text;
    return e;
  }
  function finite(x) { return typeof x === "number" ? x : null; }
  function flat(side) { return side ? [].concat.apply([], side.v) : []; }

  function plot(s, name) {
    var figure = element("figure"), wrap = element("div", "plot");
    var g = svg("svg", { viewBox: "0 0 " + W + " " + H, role: "img", "aria-label": "Measured values of " + name });
    var b = flat(s.b), c = flat(s.c), total = places(s.b) + places(s.c);
    var history = s.h || [], past = history.concat(s.a || []), bands = s.f || [];
    var all = [].concat.apply(b.concat(c, past), bands);
    var low = Math.min.apply(null, all), high = Math.max.apply(null, all);
    if (low === high) {
      var room = Math.max(1, Math.abs(low) / 100);
      low -= room; high += room;
    }
    var pad = (high - low) * 0.05;
    low -= pad; high += pad;
    var step = Math.max(1, 0.15 * total / past.length), start = past.length ? past.length * step + total * 0.03 + 1 : 0;
    var q0 = start + total * 1.08 + 2, qw = Math.max(3, total * 0.35), right = q0 + qw;
    var x = function (v) { return (LEFT + 8 + (v + 0.5) / (right + 0.5) * (W - LEFT - 14)).toFixed(1); };
    var y = function (v) { return (H - BOTTOM - (v - low) / (high - low) * (H - BOTTOM - TOP)).toFixed(1); };
    axis(g, low, high, y, s.u);
    var middle = start + places(s.b) + total * 0.015, ends = [[-0.5, middle], [middle, middle + places(s.c) + total * 0.03 + 1]];
    bands.forEach(function (f, i) {
      g.appendChild(svg("rect", { x: x(ends[i][0]), y: y(f[1]), width: x(ends[i][1]) - x(ends[i][0]), height: Math.max(0, y(f[0]) - y(f[1])), style: "fill:var(--floor-band)" }));
    });
    past.forEach(function (m, i) {
      var same = i >= history.length;
      g.appendChild(svg("circle", { cx: x(i * step), cy: y(m), r: 3.5, style: same ? "fill:var(--baseline)" : "fill:none;stroke:var(--muted)" }));
    });
    if (past.length) label(g, x((past.length - 1) * step / 2), "earlier");
    var at = start;
    [[s.b, "--baseline", "baseline, in order"], [s.c, "--candidate", "candidate, in order"]].forEach(function (p) {
      if (!p[0]) return;
      var n = side(g, p[0], "var(" + p[1] + ")", at, x, y);
      quantiles(g, flat(p[0]), "var(" + p[1] + ")", q0, qw, x, y);
      label(g, x(at + (n - 1) / 2), p[2]);
      at += n + total * 0.03 + 1;
    });
    label(g, x(q0 + qw / 2), "distribution");
    wrap.appendChild(g);
    figure.appendChild(wrap);
    var every = Math.max(s.b && s.b.e || 1, s.c && s.c.e || 1);
    if (every > 1) figure.appendChild(element("figcaption", "", "One value in " + every + " is shown; the JSON report has them all."));
    return figure;
  }
  function label(g, x, text) {
    g.appendChild(svg("text", { x: x, y: H - 5, "text-anchor": "middle", "font-size": 11, style: "fill:var(--ink)" }, text));
  }
  // places is how many places the values of a side take, with those between runs.
  function places(st) { return st ? flat(st).length + st.v.length - 1 : 0; }
  function axis(g, low, high, y, unit) {
    var step = Math.pow(10, Math.floor(Math.log10((high - low) / 4)));
    if ((high - low) / step > 20) step *= 5; else if ((high - low) / step > 10) step *= 2;
    var digits = Math.max(0, -Math.floor(Math.log10(step)));
    // Counted, since t + step is t where the values are huge and close.
    for (var t = Math.ceil(low / step) * step, n = 0; t <= high && n < 50; t += step, n++) {
      g.appendChild(svg("line", { x1: LEFT, x2: W, y1: y(t), y2: y(t), style: "stroke:var(--line)" }));
      g.appendChild(svg("text", { x: LEFT - 6, y: Number(y(t)) + 4, "text-anchor": "end", "font-size": 11, style: "fill:var(--ink)" }, digits > 12 ? t.toPrecision(4) : t.toFixed(digits)));
    }
    g.appendChild(svg("text", { x: 12, y: H / 2, "text-anchor": "middle", "font-size": 11, style: "fill:var(--ink)", transform: "rotate(-90 12 " + H / 2 + ")" }, unit));
  }
  function side(g, st, color, at, x, y) {
    var i = at, dots = [];
    st.v.forEach(function (run, r) {
      if (r > 0) i++;
      run.forEach(function (v) { dots.push([i++, v]); });
    });
    var from = x(at - 0.4), to = x(i - 0.6), l = finite(st.l), h = finite(st.h), m = finite(st.m);
    if (l !== null && h !== null) {
      g.appendChild(svg("rect", { x: from, y: y(h), width: to - from, height: Math.max(0, y(l) - y(h)), style: "fill:" + color + ";opacity:.25" }));
    }
    if (m !== null) g.appendChild(svg("line", { x1: from, x2: to, y1: y(m), y2: y(m), style: "stroke:" + color + ";stroke-width:1.5" }));
    dots.forEach(function (d) { g.appendChild(svg("circle", { cx: x(d[0]), cy: y(d[1]), r: 2.5, style: "fill:" + color })); });
    return i - at;
  }
  function quantiles(g, values, color, at, width, x, y) {
    var sorted = values.slice().sort(function (a, b) { return a - b; });
    var points = sorted.map(function (v, i) { return x(at + width * (i + 0.5) / sorted.length) + "," + y(v); });
    g.appendChild(svg("polyline", { points: points.join(" "), style: "fill:none;stroke:" + color + ";stroke-width:1.5" }));
  }
})();
