// Windows on an axis, and how mouse, touch and keys move them.

/** The part of an axis that is seen. */
class Span {
  constructor(min, max, least) {
    Object.assign(this, { min, max, low: min, high: max, least: Math.min(least, max - min), listeners: new Set() });
  }

  set(low, high) {
    const length = Math.min(Math.max(high - low, this.least), this.max - this.min);
    const middle = (low + high) / 2;
    const from = Math.min(Math.max(high - low < this.least ? middle - length / 2 : low, this.min), this.max - length);
    if (from === this.low && from + length === this.high) return;
    [this.low, this.high] = [from, from + length];
    for (const listener of this.listeners) listener();
  }

  /** By a factor below 1 inwards, around a place. */
  zoom(factor, at = (this.low + this.high) / 2) {
    this.set(at - (at - this.low) * factor, at + (this.high - at) * factor);
  }

  /** By a part of what is seen. */
  pan(part) {
    const by = (this.high - this.low) * part;
    const kept = Math.max(this.min - this.low, Math.min(this.max - this.high, by));
    this.set(this.low + kept, this.high + kept);
  }

  reset() {
    this.set(this.min, this.max);
  }

  get whole() {
    return this.low === this.min && this.high === this.max;
  }
}

/**
 * Lets a canvas move the spans that it shows. `plot()` gives the rectangle of the plot in the canvas; `hover` and `click` get
 * the place as values of both axes; `told` says in words what is seen.
 */
function steer(canvas, { x, y = null, plot, hover, click, key, told }) {
  let from = null;
  let box = null;
  const place = (event) => {
    const rect = canvas.getBoundingClientRect();
    const area = plot();
    const [px, py] = [event.clientX - rect.left - area.left, event.clientY - rect.top - area.top];
    return {
      px, py, area,
      inside: px >= 0 && py >= 0 && px <= area.width && py <= area.height,
      x: x.low + (px / area.width) * (x.high - x.low),
      y: y ? y.low + (py / area.height) * (y.high - y.low) : py,
    };
  };
  const report = () => told && say(told());

  canvas.addEventListener("wheel", (event) => {
    const wide = canvas.closest(".wide");
    if (!event.ctrlKey && !event.metaKey && !wide) return;
    event.preventDefault();
    const at = place(event);
    const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300)));
    if (!event.shiftKey || !y) x.zoom(factor, at.x);
    if (y && (event.shiftKey || event.altKey)) y.zoom(factor, at.y);
  }, { passive: false });

  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    if (event.button > 1 || !at.inside) return;
    from = { ...at, moves: event.shiftKey || event.button === 1 || event.pointerType === "touch", lowX: x.low, highX: x.high, lowY: y?.low, highY: y?.high };
    canvas.setPointerCapture(event.pointerId);
  });

  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (!from) {
      if (at.inside) hover?.(at, event);
      else hideTip();
      canvas.dispatchEvent(new CustomEvent("at", { detail: at.inside ? at : null }));
      return;
    }
    hideTip();
    if (from.moves) {
      const by = ((from.px - at.px) / at.area.width) * (from.highX - from.lowX);
      x.set(from.lowX + by, from.highX + by);
      if (y) {
        const down = ((from.py - at.py) / at.area.height) * (from.highY - from.lowY);
        y.set(from.lowY + down, from.highY + down);
      }
      return;
    }
    const clamp = (value, most) => Math.max(0, Math.min(most, value));
    const [left, right] = [clamp(Math.min(from.px, at.px), at.area.width), clamp(Math.max(from.px, at.px), at.area.width)];
    const flat = !y || Math.abs(from.py - at.py) < 12;
    const [top, bottom] = flat ? [0, at.area.height] : [clamp(Math.min(from.py, at.py), at.area.height), clamp(Math.max(from.py, at.py), at.area.height)];
    box = { left: left + at.area.left, top: top + at.area.top, width: right - left, height: bottom - top, flat };
    canvas.dispatchEvent(new CustomEvent("box", { detail: box }));
  });

  const end = (event) => {
    if (!from) return;
    const at = place(event);
    if (box && box.width > 4) {
      const scale = (px, span, length) => span.low + (px / length) * (span.high - span.low);
      const left = scale(box.left - at.area.left, x, at.area.width);
      const right = scale(box.left + box.width - at.area.left, x, at.area.width);
      if (y && !box.flat) {
        y.set(scale(box.top - at.area.top, y, at.area.height), scale(box.top + box.height - at.area.top, y, at.area.height));
      }
      x.set(left, right);
      report();
    } else if (!from.moves || Math.abs(at.px - from.px) < 3) {
      click?.(at, event);
    }
    [from, box] = [null, null];
    canvas.dispatchEvent(new CustomEvent("box", { detail: null }));
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", () => { [from, box] = [null, null]; });
  canvas.addEventListener("pointerleave", () => {
    hideTip();
    canvas.dispatchEvent(new CustomEvent("at", { detail: null }));
  });
  canvas.addEventListener("dblclick", () => { x.reset(); y?.reset(); report(); });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = {
      ArrowLeft: () => x.pan(-0.15), ArrowRight: () => x.pan(0.15),
      ArrowUp: () => y?.pan(-0.15), ArrowDown: () => y?.pan(0.15),
      "+": () => x.zoom(0.6), "=": () => x.zoom(0.6), "-": () => x.zoom(1 / 0.6),
      "]": () => y?.zoom(0.6), "[": () => y?.zoom(1 / 0.6),
      0: () => { x.reset(); y?.reset(); }, Home: () => { x.reset(); y?.reset(); },
    };
    if (key?.(event)) return event.preventDefault();
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
    report();
  });
}

/** Buttons that do what keys and mouse do. */
function zoomTools(x, y, frame) {
  const button = (text, label, action) => h("button", { type: "button", "aria-label": label, title: label, onclick: action }, text);
  const wide = button("⤢", "Whole window", () => {
    const on = frame().classList.toggle("wide");
    wide.setAttribute("aria-pressed", String(on));
  });
  wide.setAttribute("aria-pressed", "false");
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !frame().classList.contains("wide")) return;
    frame().classList.remove("wide");
    wide.setAttribute("aria-pressed", "false");
    wide.focus();
  });
  return h("span", { class: "tools" },
    button("+", "Zoom in", () => x.zoom(0.5)),
    button("−", "Zoom out", () => x.zoom(2)),
    button("↺", "Show all", () => { x.reset(); y?.reset(); }),
    wide);
}

/** Draws what the pointer does over a plot. */
function overlay(canvas, redraw) {
  const state = { box: null, at: null };
  canvas.addEventListener("box", (event) => { state.box = event.detail; redraw(); });
  canvas.addEventListener("at", (event) => { state.at = event.detail; redraw(); });
  return (context) => {
    if (state.box) {
      context.fillStyle = style("--accent");
      context.globalAlpha = 0.18;
      context.fillRect(state.box.left, state.box.top, state.box.width, state.box.height);
      context.globalAlpha = 1;
    }
    return state.at;
  };
}
