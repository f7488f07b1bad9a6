import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { type EmailBlock, type EmailBrand, type EmailItem, maxPictures } from './email-content.ts'

type Accent = EmailBrand['accent']
type Address = { label: string; url: string }
type Picture = { url: string; alt: string }

/** Light-mode colors are inline, because every email client supports that. email-html.ts sets the dark ones by class. */
const ink = '#161616'
const soft = '#4d4d4d'
const line = '#e3e3e3'

/** Keeps long URLs and words from making the email wider than a phone. */
const breaking: CSSProperties = { overflowWrap: 'anywhere' }
const paragraph: CSSProperties = { ...breaking, margin: '0 0 16px', color: soft }
const quote: CSSProperties = { ...paragraph, paddingLeft: 14, borderLeft: `2px solid ${line}` }
const detail: CSSProperties = { ...paragraph, fontSize: 15, lineHeight: '23px' }
const small: CSSProperties = { ...paragraph, fontSize: 13, lineHeight: '20px' }
const strong: CSSProperties = { ...breaking, margin: 0, color: ink, fontWeight: 600 }

/** Outlook on Windows ignores padding on links but supports this property on cells. */
const buttonCell = { borderRadius: 8, background: ink, msoPaddingAlt: '13px 24px' } as CSSProperties
const buttonLink: CSSProperties = {
  display: 'inline-block',
  padding: '13px 24px',
  color: '#ffffff',
  fontSize: 16,
  lineHeight: '22px',
  fontWeight: 600,
  textDecoration: 'none',
}

const all = <Entry>(entries: readonly Entry[], show: (entry: Entry, n: number) => ReactNode) =>
  entries.map((entry, n) => createElement(Fragment, { key: n }, show(entry, n)))

/** Email clients need tables for layout. The role hides the tables from screen readers. */
export const tableOf = (attributes: { width?: string; className?: string; style?: CSSProperties }, cells: ReactNode) =>
  createElement(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...attributes },
    createElement('tbody', null, createElement('tr', null, cells)),
  )

const withBreaks = (text: string) =>
  all(text.split('\n'), (part, n) => [n > 0 && createElement('br', { key: 'break' }), part])

const textBlock = (className: string, style: CSSProperties, text: string) =>
  createElement('p', { className, style }, withBreaks(text))

// Outlook on Windows needs the width in pixels. `lazy` keeps React from adding preload tags.
const image = ({ url, alt }: Picture, width: number, shape?: CSSProperties) =>
  createElement('img', {
    src: url,
    alt,
    width,
    loading: 'lazy',
    className: 'soft',
    style: {
      display: 'block',
      width: '100%',
      height: 'auto',
      border: 0,
      borderRadius: 2,
      color: soft,
      fontSize: 13,
      ...shape,
    },
  })

const button = ({ label, url }: Address, accent: Accent) =>
  tableOf(
    { style: { margin: '24px 0' } },
    createElement(
      'td',
      { className: 'button', style: accent ? { ...buttonCell, background: accent.light } : buttonCell },
      createElement('a', { className: 'label', href: url, style: buttonLink }, label),
    ),
  )

/**
 * All photos have the same shape, because a portrait would stretch its row. Clients without object-fit show the whole
 * photo.
 */
const thumbnail: CSSProperties = { aspectRatio: '3 / 2', objectFit: 'cover' }

/** The horizontal padding is the same in every column, so all photos are the same size. */
const gaps = ['0 4px 0 0', '0 2px', '0 0 0 4px']

/** Adds empty cells to an incomplete row, so that its photos aren't stretched. */
const pictureRow = (pictures: Picture[], isLast: boolean) =>
  tableOf(
    { width: '100%', style: { margin: isLast ? '0 0 12px' : '0 0 6px' } },
    all([...pictures, undefined, undefined].slice(0, maxPictures), (picture, n) =>
      createElement(
        'td',
        { width: '33%', style: { padding: gaps[n], verticalAlign: 'top' } },
        picture && image(picture, 169, thumbnail),
      ),
    ),
  )

function pictureRows(pictures: Picture[]) {
  const rows = Array.from({ length: Math.ceil(pictures.length / maxPictures) }, (_, n) =>
    pictures.slice(n * maxPictures, (n + 1) * maxPictures),
  )
  return all(rows, (row, n) => pictureRow(row, n === rows.length - 1))
}

const item = ({ heading, caption, quote: said, url }: EmailItem, n: number) =>
  tableOf(
    { width: '100%' },
    createElement(
      'td',
      { className: 'line', style: { padding: '12px 0', borderTop: n > 0 ? `1px solid ${line}` : 0 } },
      createElement(
        'p',
        { className: 'ink', style: strong },
        url ? createElement('a', { className: 'ink', href: url, style: { color: ink } }, heading) : heading,
      ),
      caption !== undefined && textBlock('soft', { ...detail, margin: 0 }, caption),
      said !== undefined && textBlock('soft line', { ...quote, margin: '6px 0 0' }, said),
    ),
  )

function block(given: EmailBlock, accent: Accent): ReactNode {
  if (typeof given === 'string') return textBlock('soft', paragraph, given)
  if ('quote' in given) return textBlock('soft line', quote, given.quote)
  if ('detail' in given) return textBlock('soft', detail, given.detail)
  if ('button' in given) return button(given.button, accent)
  if ('pictures' in given) return pictureRows(given.pictures)
  if ('picture' in given) return createElement('div', { style: { margin: '0 0 24px' } }, image(given.picture, 520))
  return createElement('div', { style: { margin: '0 0 16px' } }, all(given.items, item))
}

export const blocksOf = (blocks: EmailBlock[], accent: Accent = null) => all(blocks, (given) => block(given, accent))

const nameStyle: CSSProperties = { ...strong, margin: '0 0 20px', fontSize: 15, lineHeight: '22px' }
/** `height` is for Outlook on Windows. */
const logo = (src: string, alt: string, className: string, isHidden: boolean) =>
  createElement('img', {
    key: className,
    src,
    alt,
    height: 34,
    loading: 'lazy',
    className,
    style: { height: 34, maxWidth: '100%', border: 0, objectFit: 'contain', ...(isHidden && { display: 'none' }) },
  })

/** Without a logo for one of the themes, the light one is used there, or the name. */
function brandOf({ name, logoUrl, logoDarkUrl }: EmailBrand) {
  if (!logoDarkUrl) return logoUrl ? logo(logoUrl, name, 'logo', false) : name
  const light = logoUrl
    ? logo(logoUrl, name, 'on-light', false)
    : createElement('span', { key: 'on-light', className: 'on-light' }, name)
  return [light, logo(logoDarkUrl, name, 'on-dark', true)]
}

export const head = (brand: EmailBrand | undefined) =>
  createElement('p', { className: 'ink', style: nameStyle }, brand ? brandOf(brand) : 'Framelight')

export const headline = (text: string) =>
  createElement(
    'h1',
    {
      className: 'ink',
      style: {
        ...strong,
        margin: '0 0 8px',
        fontSize: 26,
        lineHeight: '32px',
        letterSpacing: '-0.02em',
        textWrap: 'balance',
      },
    },
    text,
  )

/** Links are on a line of their own, with a dot between two of them. */
const footerGap = (part: string | Address, before: string | Address | undefined) => {
  if (before === undefined) return ''
  if (typeof part === 'string') return ' '
  return typeof before === 'string' ? createElement('br', { key: 'break' }) : ' · '
}

export const footerOf = (parts: (string | Address)[], accent: Accent = null) =>
  createElement(
    'p',
    { className: 'soft line', style: { ...small, margin: '32px 0 0', paddingTop: 16, borderTop: `1px solid ${line}` } },
    all(parts, (part, n) => [
      footerGap(part, parts[n - 1]),
      typeof part === 'string'
        ? withBreaks(part)
        : createElement(
            'a',
            { key: 'link', className: 'link', href: part.url, style: { color: accent?.light ?? '#0b5a85' } },
            part.label,
          ),
    ]),
  )
