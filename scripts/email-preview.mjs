import { command } from './command.mjs'
import { nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run email-preview -- [FOLDER]
  Writes every email as HTML and text, with a page that shows them all. FOLDER defaults to dist/emails.`

command({ usage, maxPositionals: 1 }, async ({ positionals }) => {
  const node = await setUp()
  return await runInForeground(node, [...nodeFlags, inRoot('scripts', 'email-files.mjs'), ...positionals], {
    cwd: root,
  })
})
