import { slugLength } from '#shared/limits.ts'
import { plans } from '#shared/plans.ts'
import { PlanLimits, PlanName, PlansThat } from './plan-text.tsx'
import type { Question } from './question.tsx'

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
    question: 'What is the quickest way to make one?',
    answer: (
      <p>
        Drop pictures on your dashboard, or choose them there. They become a link at once, named after their folder or
        the day they were taken and in the order they were taken. You can change its title and send its address while
        they arrive. On the home page you can try that without an account: nothing leaves your device until you
        register.
      </p>
    ),
  },
  {
    question: 'How many links can I have?',
    answer: (
      <p>
        <PlanLimits of="linkLimit" />. A link that you delete makes room for another.
      </p>
    ),
  },
  {
    question: 'What is the difference between public, password and private?',
    answer: (
      <p>
        A public link opens for everybody who has its address. A link with a password asks for that too. A private one
        opens for you and the people you invite, and so do its images and comments. You can switch at any time; it
        counts at once.
      </p>
    ),
  },
  {
    question: 'How do I share with one person?',
    answer: (
      <p>
        Edit the link and choose “Invite someone”. They get an address of their own, by mail or from you. You decide
        what they may do and until when, you see when it was opened, and you can take it back: it then closes at once,
        for them alone. Whoever they pass the address on to can open it too. For nobody else to come in, make the link
        private.
      </p>
    ),
  },
  {
    question: 'What if I forget the password of a link?',
    answer: (
      <p>
        Nobody can read it, not even we. Choose a new one under “Who can see it”; from then on everybody has to enter
        that. People you have invited need no password.
      </p>
    ),
  },
  {
    question: 'Can a link expire?',
    answer: (
      <p>
        Yes, on every plan: up to {plans.free.allows.maxExpiryDays} days ahead on <PlanName id="free" />, on any date on{' '}
        <PlansThat allow={({ maxExpiryDays }) => maxExpiryDays === null} />. From then on it is closed to everybody
        else. You still see it in your dashboard and can extend it; visitors can ask you for more time.
      </p>
    ),
  },
  {
    question: 'Can I choose the address?',
    answer: (
      <p>
        On <PlansThat allow={({ customSlugs }) => customSlugs} />: {slugLength.min} to {slugLength.max} of the
        characters a-z, 0-9 and “-”. An earlier address of the link leads on to the new one.
      </p>
    ),
  },
  {
    question: 'What is counted as a visit?',
    answer: (
      <p>
        A person who opens the link, once in half an hour. You yourself, search engines and the previews that chat
        programs make are not counted. <PlansThat allow={({ analytics }) => analytics.level !== 'basic'} /> also show
        the single days.
      </p>
    ),
  },
  {
    question: 'What happens when I delete a link?',
    answer: <p>Its images and their comments are deleted with it, and its address is closed. This cannot be undone.</p>,
  },
]
