import { pages } from '#shared/pages.ts'
import { SupportEmail } from '#web/ui/support-email.tsx'
import type { Question } from './question.tsx'
import { PageLink } from './question.tsx'

export const general: readonly Question[] = [
  {
    question: 'What is Framelight?',
    answer: (
      <p>
        A place to share photographs as links. You put images into a link, send its address to friends, family or
        clients, and they see them as a gallery. Who has an account can comment.
      </p>
    ),
  },
  {
    question: 'Do the people I send a link to need an account?',
    answer: <p>No. They open the link and see the pictures. They sign in only to comment.</p>,
  },
  {
    question: 'Is there an app to install?',
    answer: (
      <p>
        No. Framelight works in the browser, on phones, tablets and computers: Chrome and Edge from 123, Firefox from
        128, Safari from 17.5.
      </p>
    ),
  },
  {
    question: 'What do you know about visitors?',
    answer: (
      <p>
        How many came, and nothing by which anybody is known. Nobody is tracked, and looking at a public link sets no
        cookie. Only whom you invite by name is counted by that name. The{' '}
        <PageLink to={pages.privacy}>Privacy Policy</PageLink> says exactly what is kept.
      </p>
    ),
  },
  {
    question: 'Can I run Framelight myself?',
    answer: (
      <p>
        Yes. It is free software under the MIT licence. One command starts it on a computer of your own, and everything
        it keeps lies in one folder there. The instructions come with the source.
      </p>
    ),
  },
  {
    question: 'How do I reach support?',
    answer: (
      <p>
        Write to <SupportEmail /> or through the <PageLink to={pages.contact}>contact page</PageLink>. Somebody is there
        Monday-Friday, 9am-5pm GMT.
      </p>
    ),
  },
]
