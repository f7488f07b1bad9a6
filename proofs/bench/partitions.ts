import pg from 'pg'
import { startPostgres } from '#scripts/postgres.mjs'

/**
 * Times tables like our largest ones in PostgreSQL, with and without partitions. Run it with
 * `npm run bench -- partitions [ROWS] [counts|images]`.
 */
const rows = Number(process.argv[2] ?? 10_000_000)
const isWanted = (table: 'counts' | 'images') => (process.argv[3] ?? table) === table
const perLink = 30
const hoursKept = 735 * 24
const hoursPerPartition = 30 * 24
const parts = 16
const asked = 2000

const { url, stop } = await startPostgres()
const client = new pg.Client({ connectionString: url })
await client.connect()

const ask = (text: string, values: unknown[] = []) => client.query(text, values)

async function timed(what: string, work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  console.log(`  ${what.padEnd(52)} ${ms < 10_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`}`)
}

async function timedEach(what: string, call: (n: number) => Promise<unknown>) {
  const times: number[] = []
  for (let n = 0; n < asked; n++) {
    const startedAt = performance.now()
    await call(Math.floor(Math.random() * rows))
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const [median, p99] = [times[asked >> 1], times[Math.floor(asked * 0.99)]]
  console.log(`  ${what.padEnd(52)} ${median?.toFixed(2)} ms, p99 ${p99?.toFixed(2)} ms`)
}

async function size(table: string) {
  const whole = `select '${table}'::regclass as relid union select relid from pg_partition_tree('${table}')`
  const { rows: found } = await ask(
    `select pg_size_pretty(sum(pg_total_relation_size(relid))) as size from (${whole}) as parts`,
  )
  console.log(`  ${'size with indexes'.padEnd(52)} ${found[0]?.size}`)
}

/** Like `counter_snapshots`, the table has one row per link and hour with activity. */
async function tryCounts(isWhole: boolean) {
  console.log(`counts, ${rows} rows, ${isWhole ? 'whole' : 'by month'}`)
  const columns = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')
  await ask(`create table counts (link_id text collate "C" not null, hour integer not null,
    ${columns.map((name) => `${name} integer not null default 0`)})
    ${isWhole ? '' : 'partition by range (hour)'}`)
  for (let from = 0; !isWhole && from < hoursKept; from += hoursPerPartition) {
    await ask(
      `create table counts_${from} partition of counts for values from (${from}) to (${from + hoursPerPartition})`,
    )
  }
  // Insert rows in the order they'd arrive: hour by hour, across links.
  const perHour = Math.ceil(rows / hoursKept)
  await timed('fill', () =>
    ask(`insert into counts (link_id, hour, visits)
      select md5((n::bigint * 7919 % 100000)::text), n / ${perHour}, 1 from generate_series(0, ${rows - 1}) n`),
  )
  await timed('indexes', async () => {
    await ask('alter table counts add primary key (link_id, hour)')
    await ask('create index counts_by_hour on counts (hour)')
  })
  await ask('analyze counts')
  await size('counts')
  await timedEach('read 30 days of a link', (n) =>
    ask('select * from counts where link_id = md5($1) and hour between $2 and $2 + 720 order by hour', [
      String(n % 100_000),
      n % (hoursKept - 720),
    ]),
  )
  await timedEach('count in the current hour', (n) =>
    ask(
      `insert into counts (link_id, hour, visits) values (md5($1), ${hoursKept - 1}, 1)
        on conflict (link_id, hour) do update set visits = counts.visits + 1`,
      [String(n % 100_000)],
    ),
  )
  await timed('delete the oldest 30 days', () =>
    isWhole ? ask(`delete from counts where hour < ${hoursPerPartition}`) : ask('drop table counts_0'),
  )
  if (isWhole) await timed('vacuum after the delete', () => ask('vacuum counts'))
  await ask('drop table counts')
}

/** Rows are as long as real ones, with a 256-character placeholder and a 352-character file list. */
async function tryImages(by: 'whole' | 'link_id' | 'id') {
  console.log(`images, ${rows} rows, ${by === 'whole' ? 'whole' : `by hash of ${by}`}`)
  const key = by === 'link_id' ? 'link_id, id' : 'id'
  await ask(`create table pictures (id text collate "C" not null, link_id text collate "C" not null, position integer not null,
    placeholder text not null, files text not null, views integer not null default 0)
    ${by === 'whole' ? '' : `partition by hash (${by})`}`)
  for (let part = 0; by !== 'whole' && part < parts; part++) {
    await ask(
      `create table pictures_${part} partition of pictures for values with (modulus ${parts}, remainder ${part})`,
    )
  }
  await timed('fill', () =>
    ask(`insert into pictures (id, link_id, position, placeholder, files)
      select md5('i' || n), md5('l' || n / ${perLink}), n % ${perLink}, repeat(md5(n::text), 8), repeat(md5(n::text), 11)
      from generate_series(0, ${rows - 1}) n`),
  )
  await timed('indexes', async () => {
    await ask(`alter table pictures add primary key (${key})`)
    if (by === 'link_id') await ask('create index pictures_by_id on pictures (id)')
    await ask('create index pictures_by_link on pictures (link_id, position, id)')
  })
  await ask('analyze pictures')
  await size('pictures')
  await timedEach(`read a link's ${perLink} images`, (n) =>
    ask('select * from pictures where link_id = md5($1) order by position, id', [`l${Math.floor(n / perLink)}`]),
  )
  await timedEach('find an image by ID', (n) => ask('select * from pictures where id = md5($1)', [`i${n}`]))
  await timedEach('add one', (n) =>
    ask(
      'insert into pictures (id, link_id, position, placeholder, files) values (gen_random_uuid(), md5($1), 99, $2, $2)',
      [`l${Math.floor(n / perLink)}`, 'x'.repeat(300)],
    ),
  )
  await timed('vacuum', () => ask('vacuum (freeze) pictures'))
  await ask('drop table pictures')
}

try {
  await ask("set maintenance_work_mem = '256MB'")
  for (const isWhole of isWanted('counts') ? [true, false] : []) await tryCounts(isWhole)
  for (const by of isWanted('images') ? (['whole', 'link_id', 'id'] as const) : []) await tryImages(by)
} finally {
  await client.end()
  await stop()
}
