import type { ComponentProps, ElementType } from 'react'
import { useMounted } from '#web/lib/use-mounted.ts'

/** The language that letters give away. */
const letters: [pattern: RegExp, language: string][] = [
  [/ß|(?:[äöü].*)(?:sch|ung|ck|ei)|(?:sch|ung|ck|ei)(?:.*[äöü])/i, 'de'],
  [/[а-яё]/i, 'ru'],
  [/[α-ω]/i, 'el'],
]
export const languageOf = (text: string) => letters.find(([pattern]) => pattern.test(text))?.[1]

type Props<Tag extends ElementType> = { as: Tag; text: string } & Omit<ComponentProps<Tag>, 'as' | 'children'>

/**
 * What somebody wrote, in whatever language: it runs in its own direction, and long words are hyphenated by the rules of its
 * language. Where its letters do not tell, that is taken to be the reader's, who was sent it by somebody they know.
 */
export function Words<Tag extends ElementType>({ as, text, className = '', ...rest }: Props<Tag>) {
  const isMounted = useMounted()
  const Element: ElementType = as
  const language = languageOf(text) ?? (isMounted ? navigator.language : undefined)
  return (
    <Element {...rest} dir="auto" lang={language} className={`wrap-anywhere hyphenated ${className}`}>
      {text}
    </Element>
  )
}
