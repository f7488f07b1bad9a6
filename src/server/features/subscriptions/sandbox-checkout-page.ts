import { escapeHtml } from '#server/platform/html.ts'
import { type PaidPlanId, plans } from '#shared/plans.ts'
import { checkoutStyle } from './sandbox-checkout-style.ts'
import type { CheckoutView } from './sandbox-checkouts.service.ts'

/** The whole page for what there is to show. Plain HTML: it works without scripts. */
export function renderTestCheckout(view: Exclude<CheckoutView, { step: 'paid' }>) {
  if (view.step === 'card') return page('Test checkout', order(view.planId), cardForm(view))
  if (view.step === 'confirm') return page('Confirm the payment', order(view.planId), confirmation)
  return view.step === 'expired'
    ? page('Checkout expired', '', closed('This checkout has expired. Nothing was paid.'))
    : page('No such checkout', '', closed('This checkout does not exist.'))
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
<style>${checkoutStyle}</style>
</head>
<body>
<header>${mark}Framelight</header>
<main>
<div class="words">
<h1>${escapeHtml(title)}</h1>
<p class="notice">${warning}<span>This is a test checkout. Nothing is charged, and no real card is taken.</span></p>
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
const fields = { cardNumber: 'Card number', expiry: 'Expiry', cvc: 'CVC' } as const
const hints: Partial<Record<keyof typeof fields, string>> = { expiry: 'MM/YY', cvc: '3 or 4 digits' }

const cardForm = ({ problems = {}, refusal }: CardView) => {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  // Whoever was refused goes on typing where something is wrong, or begins with another card.
  const focused = names.find((name) => problems[name]) ?? (refusal ? 'cardNumber' : undefined)
  const [cardNumber, ...others] = names.map((name) => field(name, problems[name], name === focused))
  return `<form method="post" novalidate>
${refusal ? `<p class="refusal" role="alert">${escapeHtml(refusal)}</p>` : ''}
${cardNumber}
<div class="pair">
${others.join('\n')}
</div>
<div class="actions"><button type="submit">Pay</button><a href="/subscription/cancel">Cancel</a></div>
</form>
<section class="cards" aria-labelledby="cards">
<h2 id="cards">Test cards</h2>
<ul>
<li><b>4242 4242 4242 4242</b> pays</li>
<li><b>4000 0000 0000 0002</b> is declined</li>
<li><b>4000 0025 0000 3155</b> asks for confirmation</li>
</ul>
<p>With any expiry to come and any CVC.</p>
</section>`
}

// What was typed is never sent back: should somebody enter a real card after all, it is nowhere but in their browser.
function field(name: keyof typeof fields, problem: string | undefined, isFocused: boolean) {
  const note = problem ?? hints[name]
  const attributes = [
    note && `aria-describedby="${name}-note"`,
    problem && 'aria-invalid="true"',
    isFocused && 'autofocus',
  ].filter(Boolean)
  return `<div>
<label for="${name}">${fields[name]}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" ${attributes.join(' ')}>
${note ? `<p id="${name}-note" class="${problem ? 'problem' : 'hint'}">${escapeHtml(note)}</p>` : ''}
</div>`
}

const confirmation = `<form method="post">
<p>The bank of this test card wants to know whether it is you.</p>
<div class="actions">
<button type="submit" name="answer" value="confirm">Confirm payment</button>
<button type="submit" name="answer" value="refuse" class="plain">Do not confirm</button>
<a href="/subscription/cancel">Cancel</a>
</div>
</form>`

const closed = (sentence: string) => `<div class="closed">
<p>${escapeHtml(sentence)}</p>
<div class="actions"><a class="button" href="/subscription">Choose a plan</a></div>
</div>`
