import { escapeHtml } from '#server/platform/html.ts'
import { fontFace } from '#server/platform/plain-page.ts'
import { type PaidPlanId, plans } from '#shared/plans.ts'
import type { CheckoutView } from './sandbox-checkouts.service.ts'

type UnpaidView = Exclude<CheckoutView, { step: 'paid' }>
export type CheckoutPageOptions = {
  font?: string | undefined
  /** True to fill in the test card that succeeds. */
  isFilled?: boolean
}

/** The page works without JavaScript. */
export function renderSandboxCheckout(view: UnpaidView, { font, isFilled = false }: CheckoutPageOptions) {
  return toHtml(view, isFilled).replace('<style>', () => (font ? `<style>${fontFace(font)}` : '<style>'))
}

function toHtml(view: UnpaidView, isFilled: boolean) {
  if (view.step === 'card') return page('Test checkout', order(view.planId), cardForm(view, isFilled))
  if (view.step === 'confirm') return page('Confirm payment', order(view.planId), confirmation(view.planId))
  return view.step === 'expired'
    ? page('Checkout expired', '', closed("This checkout has expired. You weren't charged."))
    : page('Checkout not found', '', closed("This checkout doesn't exist."))
}

const mark = `<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="2.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 5h6.5l-2.6 6.3H9.4zM8.7 12.9h6.5L12.6 19H6.1z" fill="currentColor"/></svg>`
const warning = `<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/></svg>`

const page = (title: string, summary: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Framelight</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<header>${mark}Framelight</header>
<main>
<div class="intro">
<h1>${escapeHtml(title)}</h1>
<p class="notice">${warning}<span>This is a test checkout. You won't be charged, and real cards aren't accepted.</span></p>
${summary}
</div>
<div>
${content}
</div>
</main>
</body>
</html>
`

const order = (planId: PaidPlanId) => {
  const { name, price, currency, linkLimit, imageLimit } = plans[planId]
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(price)
  return `<dl class="order">
<dt>Framelight ${escapeHtml(name)}</dt>
<dd class="price">${escapeHtml(amount)} <span>per month</span></dd>
<dd>${linkLimit} links and ${imageLimit} images in total</dd>
</dl>`
}

type CardView = Extract<CheckoutView, { step: 'card' }>
const fields = { cardNumber: 'Card number', expiry: 'Expiration date', cvc: 'CVC' } as const
const hints: Partial<Record<keyof typeof fields, string>> = { expiry: 'MM/YY', cvc: '3 or 4 digits' }

/** The URL includes the plan, so the plan is still selected when the user returns. */
const cancelLink = (planId: PaidPlanId) => `<a href="/subscription/cancel?plan=${planId}">Cancel</a>`

const testCard = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

const cardForm = ({ planId, problems = {}, refusal, kept }: CardView, isFilled: boolean) => {
  const values = isFilled ? testCard : { cardNumber: '', expiry: kept?.expiry, cvc: '' }
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const focused = names.find((name) => problems[name]) ?? (refusal ? 'cardNumber' : undefined)
  const [cardNumber, ...others] = names.map((name) =>
    field(name, { problem: problems[name], isFocused: name === focused, value: values[name] }),
  )
  return `<form method="post" novalidate>
${refusal ? `<p class="refusal" role="alert">${escapeHtml(refusal)}</p>` : ''}
${kept?.lastDigits ? `<p class="hint">The card ended in ${escapeHtml(kept.lastDigits)}. We don't store card numbers, so enter the number and CVC again.</p>` : ''}
${cardNumber}
<div class="pair">
${others.join('\n')}
</div>
<div class="actions"><button type="submit">Pay</button>${cancelLink(planId)}</div>
</form>
<section class="cards" aria-labelledby="cards">
<h2 id="cards">Test cards</h2>
<ul>
<li><b>${testCard.cardNumber}</b> succeeds</li>
<li><b>4000 0000 0000 0002</b> is declined</li>
<li><b>4000 0025 0000 3155</b> requires confirmation</li>
</ul>
<p>Use any future expiration date and any CVC.</p>
<a class="plain" href="?card=test">Use test card</a>
</section>`
}

type FieldState = { problem: string | undefined; isFocused: boolean; value: string | undefined }

// A number or CVC that was entered is never sent back, because it might be a real card despite the notice.
function field(name: keyof typeof fields, { problem, isFocused, value }: FieldState) {
  const note = problem ?? hints[name]
  const attributes = [
    note && `aria-describedby="${name}-note"`,
    problem && 'aria-invalid="true"',
    isFocused && 'autofocus',
    value && `value="${escapeHtml(value)}"`,
  ].filter(Boolean)
  return `<div>
<label for="${name}">${fields[name]}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" ${attributes.join(' ')}>
${note ? `<p id="${name}-note" class="${problem ? 'problem' : 'hint'}">${escapeHtml(note)}</p>` : ''}
</div>`
}

const confirmation = (planId: PaidPlanId) => `<form method="post">
<p>This test card requires confirmation.</p>
<div class="actions">
<button type="submit" name="answer" value="confirm">Confirm payment</button>
<button type="submit" name="answer" value="refuse" class="plain">Don't confirm</button>
${cancelLink(planId)}
</div>
</form>`

const closed = (sentence: string) => `<div class="closed">
<p>${escapeHtml(sentence)}</p>
<div class="actions"><a class="button" href="/subscription">Choose a plan</a></div>
</div>`

/** Repeats the app's design tokens, because the page doesn't load the app's stylesheet. */
const style = `
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
body { background: var(--wall); color: var(--ink); font: 16px/26px "Instrument Sans Variable", ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
header { display: flex; align-items: center; gap: 10px; height: 64px; padding-inline: clamp(16px, 0.2rem + 3.2vw, 40px); font-size: 17px; font-weight: 600; letter-spacing: -0.02em; }
main { display: grid; gap: 32px; max-width: 61rem; margin: 0 auto; padding: clamp(16px, 5vw, 64px) clamp(16px, 0.2rem + 3.2vw, 40px) 64px; }
@media (min-width: 52rem) { main { grid-template-columns: 1fr 1fr; gap: 80px; align-items: start; } }
h1 { font-size: clamp(2rem, 1.55rem + 1.9vw, 3rem); line-height: 1.1; font-weight: 500; letter-spacing: -0.025em; text-wrap: balance; }
h2 { font-size: 15px; line-height: 22px; font-weight: 500; }
.intro { display: grid; gap: 24px; }
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
button.plain, a.plain { border-color: var(--line-control); background: var(--surface); color: var(--ink); }
a.plain { margin-top: 12px; }
a:not(.button, .plain) { color: var(--ink-2); }
button.plain:hover, a:not(.button):hover { background: var(--hover); color: var(--ink); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
input:focus-visible { outline-offset: 0; }
.cards { margin-top: 24px; padding: 20px; border-radius: 12px; background: var(--sunken); color: var(--ink-2); font-size: 15px; line-height: 22px; }
.cards ul { margin: 8px 0; padding: 0; list-style: none; }
.cards b { font-weight: 500; color: var(--ink); font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
