/** The design's own values, written out: the page stands by itself and loads nothing. */
export const checkoutStyle = `
:root {
  color-scheme: light dark;
  --wall: light-dark(#fcfcfc, #121212);
  --surface: light-dark(#ffffff, #1a1a1a);
  --sunken: light-dark(#f3f3f3, #0d0d0d);
  --hover: light-dark(#f0f0f0, #262626);
  --line: light-dark(#e3e3e3, #2e2e2e);
  --line-control: light-dark(#858585, #787878);
  --ink: light-dark(#161616, #f0f0f0);
  --ink-2: light-dark(#4d4d4d, #bababa);
  --ink-3: light-dark(#666666, #999999);
  --primary-hover: light-dark(#333333, #ffffff);
  --on-primary: light-dark(#ffffff, #141414);
  --accent: light-dark(#0b5a85, #82c3ea);
  --warn: light-dark(#7d5300, #e5b64c);
  --warn-soft: light-dark(#fbf3df, #33270b);
  --danger: light-dark(#b0251c, #f58e84);
  --danger-soft: light-dark(#fcebe9, #3a1714);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--wall); color: var(--ink); font: 16px/26px Arial, ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
header { display: flex; align-items: center; gap: 10px; height: 64px; padding-inline: clamp(16px, 0.2rem + 3.2vw, 40px); font-size: 17px; font-weight: 600; letter-spacing: -0.02em; }
main { display: grid; gap: 32px; max-width: 61rem; margin: 0 auto; padding: clamp(16px, 5vw, 64px) 16px 64px; }
@media (min-width: 52rem) { main { grid-template-columns: 1fr 1fr; gap: 80px; align-items: start; } }
h1 { font-size: clamp(2rem, 1.55rem + 1.9vw, 3rem); line-height: 1.1; font-weight: 500; letter-spacing: -0.025em; text-wrap: balance; }
h2 { font-size: 15px; line-height: 22px; font-weight: 500; }
.words { display: grid; gap: 24px; }
.notice { display: grid; grid-template-columns: auto 1fr; gap: 12px; padding: 14px 16px; border-radius: 8px; font-size: 15px; line-height: 22px; background: var(--warn-soft); }
.notice svg { color: var(--warn); }
.refusal { padding: 14px 16px; border-radius: 8px; font-size: 15px; line-height: 22px; background: var(--danger-soft); color: var(--danger); }
.order { padding-top: 24px; border-top: 1px solid var(--line); }
.order dt { font-weight: 500; }
.order dd { margin: 4px 0 0; color: var(--ink-2); font-size: 15px; line-height: 22px; }
.order .price { margin: 12px 0 16px; color: var(--ink); font-size: 44px; line-height: 1; font-weight: 500; letter-spacing: -0.03em; }
.order .price span { color: var(--ink-3); font-size: 15px; font-weight: 400; letter-spacing: 0; }
form, .closed { display: grid; gap: 20px; padding: clamp(20px, 4vw, 32px); border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.pair { display: grid; gap: 20px 16px; }
@media (min-width: 24rem) { .pair { grid-template-columns: 1fr 1fr; } }
label { display: block; margin-bottom: 6px; font-size: 15px; line-height: 22px; font-weight: 500; }
input { width: 100%; height: 48px; padding: 0 14px; border: 1px solid var(--line-control); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border: 2px solid var(--danger); }
.hint, .problem { margin-top: 6px; font-size: 13px; line-height: 20px; color: var(--ink-3); }
.problem { color: var(--danger); }
.actions { display: grid; gap: 8px; margin-top: 4px; }
button, a { display: flex; align-items: center; justify-content: center; min-height: 44px; padding: 0 18px; border: 1px solid transparent; border-radius: 8px; font: inherit; font-size: 15px; line-height: 22px; font-weight: 500; text-decoration: none; cursor: pointer; transition: background-color 120ms; }
button, .button { min-height: 52px; background: var(--ink); color: var(--on-primary); }
button:hover, .button:hover { background: var(--primary-hover); }
button.plain { border-color: var(--line-control); background: var(--surface); color: var(--ink); }
a:not(.button) { color: var(--ink-2); }
button.plain:hover, a:not(.button):hover { background: var(--hover); color: var(--ink); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
input:focus-visible { outline-offset: 0; }
.cards { margin-top: 24px; padding: 20px; border-radius: 12px; background: var(--sunken); color: var(--ink-2); font-size: 15px; line-height: 22px; }
.cards ul { margin: 8px 0; padding: 0; list-style: none; }
.cards b { font-weight: 500; color: var(--ink); font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
