import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { PaymentMode } from '#shared/config.ts'
import { pages } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Disclosure } from './disclosure.tsx'
import './article.css'

type Components = Readonly<Record<string, ComponentType>>

type Part = {
  id: string
  title: string
  /** If set, the part is only shown in this payment mode, or with `on` in every mode except `off`. */
  payments?: PaymentMode | 'on'
  content: (components: Components) => ReactNode
}

/** A Markdown file. Second-level headings are sections, and third-level headings are questions. */
export type ArticleText = { title: string; intro: string; sections: readonly (Part & { questions: readonly Part[] })[] }

/** `components` are those that the text mentions, in addition to `<SupportEmail />`. */
export function Article({ text, components = {} }: { text: ArticleText; components?: Components }) {
  const { hash } = useLocation()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const mode = useQuery(siteQueries.config).data?.payments
  const isShown = ({ payments }: Part) => !payments || payments === mode || (payments === 'on' && mode !== 'off')
  const sections = text.sections.filter(isShown)
  const known = { SupportEmail, ...components }
  // The browser tries to scroll to the hash before this page is rendered, so scroll again.
  const scrollToHash = useEffectEvent(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  })
  useEffect(() => scrollToHash(), [])
  return (
    <div className="grid gap-x-24 gap-y-12 lg:grid-cols-[15rem_minmax(0,44rem)]">
      <nav aria-label="On this page" className="self-start max-lg:border-line max-lg:border-y lg:sticky lg:top-24">
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls="contents"
          className="flex min-h-14 w-full cursor-pointer items-center justify-between gap-4 font-medium lg:hidden"
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          On this page
          <ChevronDown
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className={`shrink-0 text-ink-3 transition-transform duration-(--calm) ${isUnfolded ? 'rotate-180' : ''}`}
          />
        </button>
        <ul id="contents" className={`max-lg:pb-2 ${isUnfolded ? '' : 'max-lg:hidden'}`}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                className="flex min-h-11 items-center text-ink-2 text-ui hover:text-ink hover:underline"
                href={`#${id}`}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-14">
        {sections.map(({ id, title, content, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="article-section">
            <h2 id={`${id}-title`} className="text-heading">
              {title}
            </h2>
            {content(known)}
            {questions.length > 0 && (
              <div>
                {questions.filter(isShown).map((question) => (
                  <Disclosure key={question.title} question={question.title}>
                    {question.content(known)}
                  </Disclosure>
                ))}
              </div>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

function SupportEmail() {
  const supportEmail = useQuery(siteQueries.config).data?.supportEmail
  return supportEmail ? (
    <a className="link wrap-anywhere" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  ) : (
    <Link className="link" to={pages.contact}>
      support
    </Link>
  )
}
