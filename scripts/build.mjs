import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { Problem } from './problem.mjs'
import { step } from './step.mjs'
import { runTool } from './tools.mjs'

const inputs = ['package.json', 'package-lock.json', 'vite.config.ts', 'build', 'src/shared', 'src/web'].map((path) =>
  inRoot(path),
)
const outputs = [inRoot('dist', 'web'), inRoot('dist', 'server')]
/** Vite's arguments: one build for browsers, and one for rendering visitor pages on the server. */
const builds = [['build'], ['build', '--ssr', 'recipient/entry-server.tsx']]
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
    // Relative paths keep the hash valid in a copy of the folder.
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function buildIsReady() {
  return (
    outputs.every((output) => existsSync(output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs()
  )
}

export async function ensureBuild(node) {
  if (buildIsReady()) return
  const hash = hashOfInputs()
  rmSync(stamp, { force: true })
  await step('Building the web app', async () => {
    for (const build of builds) {
      const { code, output } = await runTool(node, 'vite', build, { NODE_ENV: 'production' })
      if (code !== 0) throw new Problem(`${output.trim()}\nCouldn't build the web app. See above for the reason.`)
    }
  })
  writeFileSync(stamp, hash)
}
