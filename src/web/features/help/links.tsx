import { slugLength } from '#shared/limits.ts'
import { plans } from '#shared/plans.ts'
import { formatNumber } from '#web/lib/formats.ts'
import type { Question } from './question.tsx'
import { namesOf } from './question.tsx'

const { free, plus, gold } = plans

export const links: readonly Question[] = [
  {
    question: 'What is a link?',
    answer: (
      <p>
        A gallery with an address of its own: a title, a few words, and the images you put into it. Its address is
        random and far too long to be found by trying.
      </p>
    ),
  },
  {
    question: 'How many links can I have?',
    answer: (
      <p>
        {formatNumber(free.linkLimit)} on {free.name}, {formatNumber(plus.linkLimit)} on {plus.name},{' '}
        {formatNumber(gold.linkLimit)} on {gold.name}. A link that you delete makes room for another.
      </p>
    ),
  },
  {
    question: 'What is the difference between public and private?',
    answer: (
      <p>
        A public link opens for everybody who has its address. A private one opens for you alone, and so do its images
        and comments. You can switch at any time; it counts at once.
      </p>
    ),
  },
  {
    question: 'Can a link expire?',
    answer: (
      <p>
        Yes, on every plan: up to {free.allows.maxExpiryDays} days ahead on {free.name}, on any date on{' '}
        {namesOf(({ allows }) => allows.maxExpiryDays === null)}. From then on it is closed to everybody else. You still
        see it in your dashboard and can extend it.
      </p>
    ),
  },
  {
    question: 'Can I choose the address?',
    answer: (
      <p>
        On {namesOf(({ allows }) => allows.customSlugs)}: {slugLength.min} to {slugLength.max} of the characters a-z,
        0-9 and “-”. An earlier address of the link leads on to the new one.
      </p>
    ),
  },
  {
    question: 'What is counted as a view?',
    answer: (
      <p>
        A person who opens the link, once in half an hour. You yourself, search engines and the previews that chat
        programs make are not counted. {namesOf(({ allows }) => allows.analytics.level !== 'basic')} also show the
        single days.
      </p>
    ),
  },
  {
    question: 'What happens when I delete a link?',
    answer: <p>Its images and their comments are deleted with it, and its address is closed. This cannot be undone.</p>,
  },
]
