import { ensureChromium } from './chromium.mjs'
import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { main } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const [name, ...args] = process.argv.slice(2)
  // Another product under our load, or PostgreSQL alone: nothing of ours has to be built for it.
  if (name === 'load' || name === 'partitions') {
    return await runInForeground(await setUp(), [...nodeFlags, `bench/${name}.ts`, ...args], { cwd: root })
  }
  const node = await setUp({ withBuild: true })
  const chromium = await ensureChromium(node)
  return await runInForeground(node, [...nodeFlags, 'bench/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...appEnvironment(node), ...(chromium && { CHROMIUM_PATH: chromium }) },
  })
})
