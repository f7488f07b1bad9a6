import { useQuery } from '@tanstack/react-query'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Article } from '#web/ui/article.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { account } from './account.tsx'
import { billing } from './billing.tsx'
import { general } from './general.tsx'
import { images } from './images.tsx'
import { links } from './links.tsx'

const categories = [
  { id: 'general', title: 'General', questions: general },
  { id: 'account', title: 'Account', questions: account },
  { id: 'links', title: 'Links', questions: links },
  { id: 'images', title: 'Images', questions: images },
  { id: 'billing', title: 'Billing', questions: billing },
]

export function Faq() {
  const payments = useQuery(siteQueries.config).data?.payments
  const sections = categories.map(({ id, title, questions }) => ({
    id,
    title,
    content: (
      <div>
        {questions
          .filter(({ where }) => !where || where(payments))
          .map(({ question, answer }) => (
            <Disclosure key={question} question={question}>
              {answer}
            </Disclosure>
          ))}
      </div>
    ),
  }))
  return <Article sections={sections} />
}
