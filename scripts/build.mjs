import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { runTool } from './tools.mjs'

const inputs = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite-budget.ts',
  'src/shared',
  'src/web',
].map((path) => inRoot(path))
const output = inRoot('dist', 'web')
const stamp = inRoot('dist', 'web.inputs')

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder)) {
    const content = readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function buildIsReady() {
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs()
}

export async function ensureBuild(node) {
  if (buildIsReady()) return
  const hash = hashOfInputs()
  rmSync(stamp, { force: true })
  await step('Building the web app', async () => {
    const { code, output } = await runTool(node, 'vite', ['build'], { NODE_ENV: 'production' })
    if (code !== 0) throw new Problem(`${output.trim()}\nThe web app could not be built; the reason is above.`)
  })
  writeFileSync(stamp, hash)
}
