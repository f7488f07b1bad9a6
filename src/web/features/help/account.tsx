import { passwordLength } from '#shared/limits.ts'
import { pages } from '#shared/pages.ts'
import type { Question } from './question.tsx'
import { PageLink } from './question.tsx'

export const account: readonly Question[] = [
  {
    question: 'How do I register?',
    answer: (
      <p>
        <PageLink to={pages.register}>Register</PageLink> with your name, your email and a password of at least{' '}
        {passwordLength.min} characters. You’ll be signed in right away.
      </p>
    ),
  },
  {
    question: 'I forgot my password. What now?',
    answer: (
      <p>
        Ask for a <PageLink to={pages.forgotPassword}>reset link</PageLink>. We’ll email it to you. It works once and
        expires in one hour. Setting a new password signs you out everywhere.
      </p>
    ),
  },
  {
    question: 'How long do I stay signed in?',
    answer: <p>24 hours, or 30 days if you check “Remember me” when you log in.</p>,
  },
  {
    question: 'Can I see where I’m signed in?',
    answer: (
      <p>
        Yes, in <PageLink to={pages.account}>Account Settings</PageLink>. You can also sign out everywhere else with one
        click. Changing your password does the same.
      </p>
    ),
  },
  {
    question: 'Can I change my name or email?',
    answer: (
      <p>
        Your name, yes, in <PageLink to={pages.account}>Account Settings</PageLink>. Your email can’t be changed.
      </p>
    ),
  },
  {
    question: 'How do I delete my account?',
    answer: (
      <p>
        At the bottom of <PageLink to={pages.account}>Account Settings</PageLink>. You’ll need your password. Your
        links, images and comments are permanently deleted right away, and a paid plan is canceled.
      </p>
    ),
  },
]
