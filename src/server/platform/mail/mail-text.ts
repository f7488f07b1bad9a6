import type { MailBlock, MailContent, MailItem } from './mail-content.ts'

const quoted = (text: string) => text.replace(/^/gm, '> ')

const itemText = ({ heading, caption, quote, url }: MailItem) =>
  [heading, caption, quote && quoted(quote), url].filter(Boolean).join('\n')

function textOf(block: MailBlock) {
  if (typeof block === 'string') return block
  if ('quote' in block) return quoted(block.quote)
  if ('detail' in block) return block.detail
  if ('button' in block) return `${block.button.label}: ${block.button.url}`
  if ('pictures' in block) return block.pictures.map(({ alt }) => alt).join('\n')
  return 'items' in block ? block.items.map(itemText).join('\n\n') : undefined
}

const footerText = (part: MailContent['footer'][number]) => {
  if (typeof part === 'string') return part
  return part.label === part.url ? part.url : `\n${part.label}: ${part.url}`
}

export const toMailText = ({ heading, blocks, footer }: MailContent) =>
  [heading, ...blocks.map(textOf), footer.map(footerText).join(' ').replaceAll(' \n', '\n')]
    .filter((part) => part !== undefined)
    .join('\n\n')
