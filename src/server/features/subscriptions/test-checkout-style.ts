/** The design's own values, written out: the page stands by itself and loads nothing. */
export const testCheckoutStyle = `
:root {
  color-scheme: light dark;
  --wall: light-dark(#fcfcfc, #121212);
  --surface: light-dark(#ffffff, #1a1a1a);
  --sunken: light-dark(#f3f3f3, #0d0d0d);
  --line: light-dark(#e3e3e3, #2e2e2e);
  --line-control: light-dark(#858585, #787878);
  --ink: light-dark(#161616, #f0f0f0);
  --ink-2: light-dark(#4d4d4d, #bababa);
  --ink-3: light-dark(#666666, #999999);
  --on-primary: light-dark(#ffffff, #141414);
  --accent: light-dark(#0b5a85, #82c3ea);
  --warn: light-dark(#7d5300, #e5b64c);
  --warn-soft: light-dark(#fbf3df, #33270b);
  --danger: light-dark(#b0251c, #f58e84);
  --danger-soft: light-dark(#fcebe9, #3a1714);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--wall); color: var(--ink); font: 16px/26px ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 29rem; margin: 0 auto; padding: 32px 16px 64px; }
.brand { margin: 0 0 32px; font-weight: 600; }
h1 { margin: 0 0 16px; font-size: 32px; line-height: 1.1; font-weight: 500; letter-spacing: -0.025em; }
h2 { margin: 0 0 8px; font-size: 15px; line-height: 22px; font-weight: 500; }
.notice, .refusal { margin: 0 0 24px; padding: 12px 16px; border-radius: 8px; font-size: 15px; line-height: 22px; }
.notice { background: var(--warn-soft); color: var(--warn); }
.refusal { background: var(--danger-soft); color: var(--danger); }
.order { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; margin: 0 0 24px; padding: 16px 0; border: solid var(--line); border-width: 1px 0; }
.order dt { font-weight: 500; }
.order dd { margin: 0; font-variant-numeric: tabular-nums; }
.order span { color: var(--ink-3); }
.field { margin-bottom: 16px; flex: 1 1 10rem; }
.pair { display: flex; flex-wrap: wrap; gap: 0 16px; }
label { display: block; margin-bottom: 4px; font-size: 15px; line-height: 22px; font-weight: 500; }
input { width: 100%; height: 48px; padding: 0 12px; border: 1px solid var(--line-control); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border: 2px solid var(--danger); }
.hint, .problem { margin: 4px 0 0; font-size: 13px; line-height: 20px; color: var(--ink-3); }
.problem { color: var(--danger); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin: 24px 0 32px; }
button, .button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 24px; border: 1px solid var(--ink); border-radius: 8px; background: var(--ink); color: var(--on-primary); font: inherit; font-size: 15px; font-weight: 500; text-decoration: none; cursor: pointer; }
button.plain { border-color: var(--line-control); background: transparent; color: var(--ink); }
a:not(.button) { display: inline-flex; align-items: center; min-height: 44px; color: var(--accent); font-size: 15px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
input:focus-visible { outline-offset: 0; }
section { padding: 16px; border-radius: 12px; background: var(--sunken); color: var(--ink-2); font-size: 15px; line-height: 22px; }
section ul { margin: 0; padding: 0; list-style: none; }
section b { font-weight: 500; color: var(--ink); font-variant-numeric: tabular-nums; }
section p { margin: 8px 0 0; }
`
