import type { EmailBlock, EmailContent, EmailItem } from './email-content.ts'

const quoted = (text: string) => text.replace(/^/gm, '> ')

const itemText = ({ heading, caption, quote, url }: EmailItem) =>
  [heading, caption, quote && quoted(quote), url].filter(Boolean).join('\n')

function textOf(block: EmailBlock) {
  if (typeof block === 'string') return block
  if ('quote' in block) return quoted(block.quote)
  if ('detail' in block) return block.detail
  if ('button' in block) return `${block.button.label}: ${block.button.url}`
  if ('pictures' in block) return block.pictures.map(({ alt }) => alt).join('\n')
  return 'items' in block ? block.items.map(itemText).join('\n\n') : undefined
}

const footerText = (part: EmailContent['footer'][number]) =>
  typeof part === 'string' ? part : `\n${part.label}: ${part.url}`

export const toEmailText = ({ heading, blocks, footer }: EmailContent) =>
  [heading, ...blocks.map(textOf), footer.map(footerText).join(' ').replaceAll(' \n', '\n')]
    .filter((part) => part !== undefined)
    .join('\n\n')
