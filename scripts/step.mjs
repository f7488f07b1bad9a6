const seconds = (ms) => `${ms < 950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`

export async function step(name, task, succeeded = () => true) {
  const startedAt = Date.now()
  process.stdout.write(`${name} … `)
  let outcome = 'failed'
  try {
    const result = await task()
    if (succeeded(result)) outcome = 'done'
    return result
  } finally {
    process.stdout.write(`${outcome} (${seconds(Date.now() - startedAt)})\n`)
  }
}
