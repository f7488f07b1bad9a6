import { pages } from '#shared/pages.ts'
import { SupportEmail } from '#web/ui/support-email.tsx'
import type { Question } from './question.tsx'
import { PageLink } from './question.tsx'

export const general: readonly Question[] = [
  {
    question: 'What is Framelight?',
    answer: (
      <p>
        A place to share photos with a link. You add images to a link and send it to friends, family or clients, who see
        them as a gallery. Depending on the gallery, they can also comment and pick favorites.
      </p>
    ),
  },
  {
    question: 'Do the people I send a link to need an account?',
    answer: (
      <p>
        No. They open the link and see the photos. Depending on the gallery, they can also comment and pick favorites
        without an account.
      </p>
    ),
  },
  {
    question: 'Is there an app to install?',
    answer: (
      <p>
        No. Framelight works in the browser, on phones, tablets and computers: Chrome or Edge 123, Firefox 128, Safari
        17.5, or anything newer.
      </p>
    ),
  },
  {
    question: 'What do you know about visitors?',
    answer: (
      <p>
        How many people visited, but nothing that identifies them. We don’t track anyone, and viewing a public link
        doesn’t set any cookies. Only people you invite are counted by name. The{' '}
        <PageLink to={pages.privacy}>Privacy Policy</PageLink> says exactly what we store.
      </p>
    ),
  },
  {
    question: 'Can I run Framelight myself?',
    answer: (
      <p>
        Yes. It’s free software under the MIT license. One command starts it on your own computer, and all its data is
        in one folder. The instructions come with the source code.
      </p>
    ),
  },
  {
    question: 'How do I reach support?',
    answer: (
      <p>
        Email <SupportEmail /> or use the <PageLink to={pages.contact}>contact page</PageLink>. We’re here
        Monday-Friday, 9am-5pm GMT.
      </p>
    ),
  },
]
