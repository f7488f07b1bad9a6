import type { S3Options } from './storage.ts'

const example = 's3://bucket?endpoint=http://127.0.0.1:9000&region=us-east-1&forcePathStyle=true'
const known = ['endpoint', 'region', 'forcePathStyle']

// Never repeat the value, because it may contain keys that were put in the wrong place.
const malformed = (reason: string) => new Error(`${reason}; it looks like ${example}`)

export function parseStorageUrl(value: string): { kind: 's3' } & S3Options {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:') throw malformed('must start with s3://')
  if (url.username || url.password) {
    throw malformed('must not contain keys; use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(url.host)) throw malformed('must name a bucket')
  if (url.pathname.length > 1 || url.hash) throw malformed('must only contain a bucket and settings')
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name)) throw malformed(`has an unknown setting (known: ${known.join(', ')})`)
  }

  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw malformed('needs an endpoint that starts with http:// or https://')
  }
  // S3 servers other than Amazon's rarely have a host name per bucket.
  const forcePathStyle = url.searchParams.get('forcePathStyle') ?? String(endpoint !== null)
  if (!/^(true|false)$/.test(forcePathStyle)) throw malformed('needs forcePathStyle to be true or false')

  return {
    kind: 's3',
    bucket: url.host,
    region: url.searchParams.get('region') || 'us-east-1',
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: forcePathStyle === 'true',
  }
}
