import { main, Problem } from './problem.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

main(async () => {
  const [tool, ...args] = process.argv.slice(2)
  if (!tool) throw new Problem('Name a tool to run, for example: node scripts/run.mjs vitest --project unit')
  return await runToolInForeground(await setUp(), tool, args)
})
