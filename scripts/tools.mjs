import { environmentFor, nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { run, runInForeground } from './processes.mjs'

/** Some tools in node_modules/.bin are scripts that call `node`, so the given Node must be first on the PATH. */
function tool(node, name, environment) {
  const onWindows = process.platform === 'win32'
  const env = { ...environmentFor(node), NODE_OPTIONS: nodeFlags.join(' '), ...environment }
  return [inRoot('node_modules', '.bin', onWindows ? `${name}.cmd` : name), { cwd: root, env, shell: onWindows }]
}

export function runTool(node, name, args, environment) {
  const [command, options] = tool(node, name, environment)
  return run(command, args, options)
}

export function runToolInForeground(node, name, args) {
  const [command, options] = tool(node, name)
  return runInForeground(command, args, options)
}
