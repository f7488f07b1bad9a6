import { ensureChromium } from './chromium.mjs'
import { main } from './problem.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

/** Every journey at every width; `npm test` walks a part of them. */
main(async () => {
  const node = await setUp({ withBuild: true })
  const chromium = await ensureChromium(node)
  if (chromium) process.env.CHROMIUM_PATH = chromium
  return await runToolInForeground(node, 'playwright', ['test', ...process.argv.slice(2)])
})
