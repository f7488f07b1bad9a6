import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import './article.css'

export type ArticleSection = { id: string; title: string; content: ReactNode }

export function Article({ sections }: { sections: readonly ArticleSection[] }) {
  const { hash } = useLocation()
  // The browser tries to scroll to the hash before this page is rendered, so scroll again.
  const scrollToHash = useEffectEvent(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  })
  useEffect(() => scrollToHash(), [])
  return (
    <div className="grid gap-x-24 gap-y-12 lg:grid-cols-[15rem_minmax(0,44rem)]">
      <nav aria-label="On this page" className="self-start lg:sticky lg:top-24">
        <ul className="border-line border-t lg:border-t-0">
          {sections.map(({ id, title }) => (
            <li key={id} className="border-line border-b lg:border-b-0">
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
        {sections.map(({ id, title, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="article-section">
            <h2 id={`${id}-title`} className="text-heading">
              {title}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}
