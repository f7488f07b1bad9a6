import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPort } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

type Proxy = 'nginx' | 'caddy'

const versionArguments: Record<Proxy, string[]> = { nginx: ['-v'], caddy: ['version'] }

export function findProxies() {
  const all: Proxy[] = ['nginx', 'caddy']
  const found = all.filter((name) => spawnSync(name, versionArguments[name]).status === 0)
  return { found, missing: all.filter((name) => !found.includes(name)) }
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export const nginxConfig = (folder: string, http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 2048; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
}
`

/** Timeouts and buffering keep the proxies' defaults. */
const configs: Record<Proxy, (folder: string, port: number, target: string) => string> = {
  nginx: (folder, port, target) =>
    nginxConfig(folder, `server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }`),
  caddy: (_folder, port, target) =>
    `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n reverse_proxy ${target}\n}\n`,
}

const argumentsFor: Record<Proxy, (configFile: string) => string[]> = {
  nginx: (configFile) => ['-c', configFile, '-e', 'stderr'],
  caddy: (configFile) => ['run', '--adapter', 'caddyfile', '--config', configFile],
}

export const startProxy = (scope: Scope, name: Proxy, target: string) =>
  runProxy(scope, name, (folder, port) => configs[name](folder, port, target))

export async function runProxy(scope: Scope, name: Proxy, config: (folder: string, port: number) => string) {
  const folder = await scope.folder(name)
  const port = await findPort()
  const file = join(folder, 'config')
  await writeFile(file, config(folder, port))
  const environment = { PATH: process.env.PATH, HOME: folder }
  const child = spawn(name, argumentsFor[name](file), { env: environment, stdio: 'ignore' })
  scope.defer(() => child.kill('SIGTERM'))
  scope.deferToExit(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await until(answers, { timeoutMs: 20_000 }))) throw new Error(`${name} isn't responding`)
  return url
}
