import type { ComponentProps, ElementType } from 'react'

const letters: [pattern: RegExp, language: string][] = [
  [/ß|(?:[äöü].*)(?:sch|ung|ck|ei)|(?:sch|ung|ck|ei)(?:.*[äöü])/i, 'de'],
  [/[а-яё]/i, 'ru'],
  [/[α-ω]/i, 'el'],
]
export const languageOf = (text: string) => letters.find(([pattern]) => pattern.test(text))?.[1]

const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** For what belongs to a text, such as its author. The text itself has `dir="auto"`, which ancestors can't see. */
export const directionOf = (text: string) => (rightToLeft.test(text) ? 'rtl' : 'ltr')

/** Parts of German compounds that are followed by another word: Freundschafts-beziehung. */
const compoundParts =
  /(?<=\p{L}{3}(?:schafts|fahrts|arbeits|geburts|zeits|ungs|heits|keits|tions|täts|tums|lings))(?!ch)(?=\p{L}{4})/giu
const longWord = /\p{L}{20,}/gu
const softHyphen = '\u00AD'

/** Many browsers don't have German hyphenation patterns. */
const hyphenate = (text: string) => text.replace(longWord, (word) => word.replace(compoundParts, softHyphen))

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
      {hyphenate(text)}
    </Element>
  )
}
