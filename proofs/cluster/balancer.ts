import type { Scope } from '#test/support/scope.ts'
import { nginxConfig, runProxy } from '../faults/proxies.ts'

/**
 * Runs nginx as in docs/scaling.md: round-robin, with retries on another node. Nodes are never marked as down, because
 * each is briefly unavailable during an update.
 */
export const startBalancer = (scope: Scope, nodeUrls: string[]) =>
  runProxy(scope, 'nginx', (folder, port) =>
    nginxConfig(
      folder,
      `
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
  }`,
    ),
  )
