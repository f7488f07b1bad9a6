import { slugLength } from '#shared/limits.ts'
import { plans } from '#shared/plans.ts'
import { PlanLimits, PlanName, PlansThat } from './plan-text.tsx'
import type { Question } from './question.tsx'

export const links: readonly Question[] = [
  {
    question: 'What is a link?',
    answer: (
      <p>
        A gallery with its own URL: a title, a short description and the images you add. The URL is random and far too
        long to guess.
      </p>
    ),
  },
  {
    question: 'What’s the quickest way to create one?',
    answer: (
      <p>
        Drop images on your dashboard, or select them there. They become a link right away, named after their folder or
        the day they were taken, and sorted by time. You can change the title and share the link while they upload. You
        can try this on the home page without an account. Nothing leaves your device until you register.
      </p>
    ),
  },
  {
    question: 'How many links can I have?',
    answer: (
      <p>
        <PlanLimits of="linkLimit" />. Deleting a link makes room for another.
      </p>
    ),
  },
  {
    question: 'What’s the difference between public, password and private?',
    answer: (
      <p>
        Anyone who has a public link can open it. A link with a password also asks for the password. A private link,
        with its images and comments, opens only for you and people you invite. You can switch anytime, and it takes
        effect immediately.
      </p>
    ),
  },
  {
    question: 'How do I share with one person?',
    answer: (
      <p>
        Edit the link and choose “Invite someone”. They get a personal link, by email or from you. You decide what they
        can do and until when, and you can see when it was opened. You can also revoke it anytime, without affecting
        anyone else. Anyone they forward it to can open it too. To keep everyone else out, make the link private.
      </p>
    ),
  },
  {
    question: 'What if I forget a link’s password?',
    answer: (
      <p>
        No one can read it, not even us. Set a new one under “Who can see it”, and everyone will need that one. People
        you’ve invited don’t need a password.
      </p>
    ),
  },
  {
    question: 'Can a link expire?',
    answer: (
      <p>
        Yes, on every plan: up to {plans.free.allows.maxExpiryDays} days ahead on <PlanName id="free" />, any date on{' '}
        <PlansThat allow={({ maxExpiryDays }) => maxExpiryDays === null} />. After that, only you can open it. You’ll
        still see it on your dashboard and can extend it, and visitors can ask you for more time.
      </p>
    ),
  },
  {
    question: 'Can I choose the URL?',
    answer: (
      <p>
        On <PlansThat allow={({ customSlugs }) => customSlugs} />: {slugLength.min} to {slugLength.max} characters,
        using a-z, 0-9 and hyphens. Old URLs redirect to the new one.
      </p>
    ),
  },
  {
    question: 'What counts as a view?',
    answer: (
      <p>
        A person opening the link, at most once every half hour. We don’t count you, search engines or the previews in
        chat apps. <PlansThat allow={({ analytics }) => analytics.level !== 'basic'} /> also show daily numbers.
      </p>
    ),
  },
  {
    question: 'What happens when I delete a link?',
    answer: <p>Its images and their comments are deleted too, and its URL stops working. This can’t be undone.</p>,
  },
]
