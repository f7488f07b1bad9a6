import type { ComponentProps, ElementType } from 'react'

const letters: [pattern: RegExp, language: string][] = [
  [/ß|(?:[äöü].*)(?:sch|ung|ck|ei)|(?:sch|ung|ck|ei)(?:.*[äöü])/i, 'de'],
  [/[а-яё]/i, 'ru'],
  [/[α-ω]/i, 'el'],
]
export const languageOf = (text: string) => letters.find(([pattern]) => pattern.test(text))?.[1]

type Props<Tag extends ElementType> = { as: Tag; text: string } & Omit<ComponentProps<Tag>, 'as' | 'children'>

/**
 * Renders user-written text in any language. The browser picks the direction. Long words are hyphenated if we recognize
 * the language. Otherwise they wrap without a hyphen, because a misplaced hyphen looks like the author's mistake.
 */
export function UserText<Tag extends ElementType>({ as, text, className = '', ...rest }: Props<Tag>) {
  const Element: ElementType = as
  const language = languageOf(text)
  return (
    <Element
      {...rest}
      dir="auto"
      lang={language}
      className={`wrap-anywhere ${language ? 'hyphenated' : ''} ${className}`}
    >
      {text}
    </Element>
  )
}
