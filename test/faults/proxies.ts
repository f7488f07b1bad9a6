import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPort } from './product.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

type Proxy = 'nginx' | 'caddy'

const versionArguments: Record<Proxy, string[]> = { nginx: ['-v'], caddy: ['version'] }

/** Which of them this machine has. */
export function findProxies() {
  const all: Proxy[] = ['nginx', 'caddy']
  const found = all.filter((name) => spawnSync(name, versionArguments[name]).status === 0)
  return { found, missing: all.filter((name) => !found.includes(name)) }
}

/** With what their packages come with: only where to listen and where to pass on is said. */
const starts: Record<Proxy, (folder: string, port: number, target: string) => { config: string; args: string[] }> = {
  nginx: (folder, port, target) => ({
    config: `
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off; pid ${folder}/pid; error_log stderr; events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }
      }`,
    args: ['-c', join(folder, 'config'), '-e', 'stderr'],
  }),
  caddy: (folder, port, target) => ({
    config: `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n reverse_proxy ${target}\n}\n`,
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
  }),
}

/** Its address, once it answers. */
export async function startProxy(scope: Scope, name: Proxy, target: string) {
  const folder = await scope.folder(name)
  const port = await findPort()
  const { config, args } = starts[name](folder, port, target)
  await writeFile(join(folder, 'config'), config)
  const child = spawn(name, args, { env: { PATH: process.env.PATH, HOME: folder }, stdio: 'ignore' })
  scope.defer(() => child.kill('SIGTERM'))
  scope.deferToExit(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await until(answers, { patienceMs: 10_000 }))) throw new Error(`${name} does not answer`)
  return url
}
