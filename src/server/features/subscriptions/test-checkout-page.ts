import { type PaidPlanId, plans } from '#shared/plans.ts'
import { testCheckoutStyle } from './test-checkout-style.ts'
import type { CheckoutView } from './test-checkouts.service.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** The whole page for what there is to show. Plain HTML: it works without scripts. */
export function renderTestCheckout(view: Exclude<CheckoutView, { step: 'paid' }>) {
  if (view.step === 'card') return page('Test checkout', cardForm(view))
  if (view.step === 'confirm') return page('Confirm the payment', confirmation(view.planId))
  return view.step === 'expired'
    ? page('Checkout expired', closed('This checkout has expired. Nothing was paid.'))
    : page('No such checkout', closed('This checkout does not exist.'))
}

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Framelight</title>
<style>${testCheckoutStyle}</style>
</head>
<body>
<main>
<p class="brand">Framelight</p>
<h1>${escaped(title)}</h1>
<p class="notice">This is a test checkout. Nothing is charged, and no real card is taken.</p>
${content}
</main>
</body>
</html>
`

const order = (planId: PaidPlanId) => {
  const { name, price, currency } = plans[planId]
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(price)
  return `<dl class="order"><dt>Framelight ${escaped(name)}</dt><dd>${escaped(amount)} <span>a month</span></dd></dl>`
}

type CardView = Extract<CheckoutView, { step: 'card' }>

// What was typed is never sent back: should somebody enter a real card after all, it is nowhere but in their browser.
const cardForm = ({ planId, problems = {}, refusal }: CardView) => `${order(planId)}
${refusal ? `<p class="refusal" role="alert">${escaped(refusal)}</p>` : ''}
<form method="post" novalidate>
${field('cardNumber', 'Card number', problems.cardNumber, 'inputmode="numeric" autocomplete="off"')}
<div class="pair">
${field('expiry', 'Expiry', problems.expiry, 'inputmode="numeric" autocomplete="off"', 'MM/YY')}
${field('cvc', 'CVC', problems.cvc, 'inputmode="numeric" autocomplete="off"', '3 or 4 digits')}
</div>
<div class="actions"><button type="submit">Pay</button><a href="/subscription/cancel">Cancel</a></div>
</form>
<section aria-labelledby="cards">
<h2 id="cards">Test cards</h2>
<ul>
<li><b>4242 4242 4242 4242</b> pays</li>
<li><b>4000 0000 0000 0002</b> is declined</li>
<li><b>4000 0025 0000 3155</b> asks for confirmation</li>
</ul>
<p>With any expiry to come and any CVC.</p>
</section>`

const field = (
  name: string,
  label: string,
  problem: string | undefined,
  attributes: string,
  hint = '',
) => `<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" ${attributes}${problem || hint ? ` aria-describedby="${name}-note"` : ''}${problem ? ' aria-invalid="true"' : ''}>
${problem || hint ? `<p id="${name}-note" class="${problem ? 'problem' : 'hint'}">${escaped(problem ?? hint)}</p>` : ''}
</div>`

const confirmation = (planId: PaidPlanId) => `${order(planId)}
<p>The bank of this test card wants to know whether it is you.</p>
<form method="post">
<div class="actions">
<button type="submit" name="answer" value="confirm">Confirm payment</button>
<button type="submit" name="answer" value="refuse" class="plain">Do not confirm</button>
<a href="/subscription/cancel">Cancel</a>
</div>
</form>`

const closed = (sentence: string) => `<p>${escaped(sentence)}</p>
<div class="actions"><a class="button" href="/subscription">Choose a plan</a></div>`
