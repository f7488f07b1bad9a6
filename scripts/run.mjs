import { main, Problem } from './command.mjs'
import { runToolInForeground } from './node.mjs'
import { setUp } from './setup.mjs'

main(async () => {
  const [tool, ...args] = process.argv.slice(2)
  if (!tool) throw new Problem('Name a tool to run, for example: node scripts/run.mjs vitest --project unit')
  return await runToolInForeground(await setUp(), tool, args)
})
