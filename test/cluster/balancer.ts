import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPort } from '../faults/product.ts'
import type { Scope } from '../faults/scope.ts'
import { until } from '../faults/until.ts'

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * nginx before the nodes, as docs/scaling.md has it: each request goes to the next node, and to another where that one does
 * not take it. None is ever counted out, for in an update each is away for a moment.
 */
export async function startBalancer(scope: Scope, nodeUrls: string[]) {
  const folder = await scope.folder('nginx')
  const port = await findPort()
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 2048; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream framelight {
    ${nodeUrls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 30m;
    location / {
      proxy_pass http://framelight;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream error timeout;
    }
  }
}
`,
  )
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'errors')], { stdio: 'ignore' })
  scope.defer(() => child.kill('SIGTERM'))
  scope.deferToExit(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await until(answers, { patienceMs: 20_000 }))) throw new Error('nginx does not answer')
  return url
}
