/** What the test checkout takes. No real card is among them, and none would be charged. */
const sandboxCards = {
  pays: '4242424242424242',
  isDeclined: '4000000000000002',
  asksForConfirmation: '4000002500003155',
} as const

export type CardForm = { cardNumber: string; expiry: string; cvc: string }
export type CardProblems = Partial<Record<keyof CardForm, string>>

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

/** What a form that was sent says; whatever is not text counts as left empty. */
export function readCardForm(body: unknown): CardForm {
  const fields = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim().slice(0, 40) : '')
  return { cardNumber: text('cardNumber'), expiry: text('expiry'), cvc: text('cvc') }
}

export function problemsOf({ cardNumber, expiry, cvc }: CardForm, now: Date): CardProblems {
  const problems = {
    cardNumber: problemOfNumber(digitsOf(cardNumber)),
    expiry: problemOfExpiry(expiry, now),
    cvc: cvc === '' ? 'CVC is required' : /^\d{3,4}$/.test(cvc) ? undefined : 'CVC must be 3 or 4 digits',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function problemOfNumber(digits: string) {
  if (digits === '') return 'Card number is required'
  if (!/^\d{12,19}$/.test(digits)) return 'Card number is invalid'
  const isTestCard = Object.values(sandboxCards).some((card) => card === digits)
  return isTestCard ? undefined : 'Only the test cards named below are taken. Do not enter a real one.'
}

function problemOfExpiry(expiry: string, now: Date) {
  if (expiry === '') return 'Expiry is required'
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'Expiry must look like MM/YY'
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  // Good to the last moment of its month.
  return Date.UTC(fullYear, Number(month)) > now.getTime() ? undefined : 'This card has expired'
}

export const outcomeOf = ({ cardNumber }: CardForm) => {
  const digits = digitsOf(cardNumber)
  if (digits === sandboxCards.isDeclined) return 'declined'
  return digits === sandboxCards.asksForConfirmation ? 'confirm' : 'paid'
}
