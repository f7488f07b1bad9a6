/**
 * Adds history to the demo: galleries created over the last two months, and what visitors have done since then. The
 * API can't record the past, so this script writes to the SQLite database directly while the server is running.
 *
 *   node demo/back-date.mjs DATABASE < galleries.json
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const [, , file = ''] = process.argv
const galleries = JSON.parse(readFileSync(0, 'utf8'))

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The `hour` of the row with the current totals. */
const currentHour = 2_147_483_647
const counters = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')
const columns = ['user_id', 'link_id', 'hour', ...counters].join(', ')
const nothing = () => Object.fromEntries(counters.map((name) => [name, 0]))

const now = Date.now()
const today = Math.floor(now / dayMs) * dayMs
const thisHour = Math.floor(now / hourMs)

const db = new DatabaseSync(file)
db.exec('pragma busy_timeout = 10000; pragma foreign_keys = on')

const run = (sql, ...values) => db.prepare(sql).run(...values)
const instant = (ms) => new Date(ms).toISOString()
/** Returns deterministic noise from 0 to 1. */
const wobble = (one, other) => Math.abs(Math.sin(one * 12.9898 + other * 78.233) * 43_758.5453) % 1

/** Visits peak when a gallery is shared and then decline, with more on weekends. */
function visitsOn(day, sinceMade, gallery, n) {
  const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.6 : 1
  return Math.round(gallery.visits * weekend * (0.12 + Math.exp(-sinceMade / 6)) * (0.6 + 0.8 * wobble(sinceMade, n)))
}

const visitsSoFar = (gallery, n) => Math.round((visitsOn(today, gallery.daysAgo, gallery, n) * (now - today)) / dayMs)

function countsOf(visits, n) {
  const phones = Math.round(visits * 0.6)
  const tablets = Math.round(visits * 0.08)
  return {
    visits,
    visitors: Math.ceil(visits * 0.85),
    views: Math.round(visits * (2 + wobble(visits, n) * 3)),
    downloads: Math.round(visits * 0.1),
    bots: Math.round(visits * 0.15),
    owner: Math.round(visits * 0.1),
    repeats: Math.round(visits * 0.25),
    phones,
    tablets,
    computers: Math.max(0, visits - phones - tablets),
  }
}

const add = (sums, counts) => {
  for (const name of counters) sums[name] += counts[name]
}
const insertSnapshot = db.prepare(
  `insert into counter_snapshots (${columns}) values (${Array(13).fill('?').join(', ')})
   on conflict (user_id, link_id, hour) do update set ${counters.map((name) => `${name} = excluded.${name}`)}`,
)
const snapshot = (userId, linkId, hour, sums) =>
  insertSnapshot.run(userId, linkId, hour, ...counters.map((name) => sums[name]))

const moveToday = db.prepare(
  `update counter_snapshots set ${counters.map((name) => `${name} = ?`)}
   where user_id = ? and link_id = ? and hour >= ? and hour < ${currentHour}`,
)
/** Today's snapshots were taken while the totals were still zero, so set them to the past totals. */
const beginToday = (userId, linkId, sums) =>
  moveToday.run(...counters.map((name) => sums[name]), userId, linkId, Math.floor(today / hourMs))

function addReferrers(userId, linkId, day, visits) {
  const hosts = { 'mail.example': 0.3, 'chat.example': 0.22, 'news.example': 0.06 }
  for (const [host, share] of Object.entries(hosts)) {
    const count = Math.round(visits * share)
    if (count === 0) continue
    for (const span of [day, `month ${day.slice(0, 7)}`]) {
      run(
        `insert into referrers (user_id, link_id, span, host, visits) values (?, ?, ?, ?, ?)
         on conflict (user_id, link_id, span, host) do update set visits = visits + excluded.visits`,
        userId,
        linkId,
        span,
        host,
        count,
      )
    }
  }
}

const ago = (days) => instant(now - days * dayMs)

/** Sets the times of what visitors did through the API, and adds what the API would have sent emails for. */
function backDateVisitors(gallery) {
  const { linkId, userId, comments, invitations, favorites, followers, requests, expiredDaysAgo, daysAgo } = gallery
  for (const { id, daysAgo } of comments) {
    run('update comments set created_at = ?, updated_at = ? where id = ?', ago(daysAgo), ago(daysAgo), id)
    run('update activity set created_at = ? where comment_id = ?', ago(daysAgo), id)
  }
  for (const { name, openedDaysAgo } of invitations) {
    const openedAt = openedDaysAgo ? ago(openedDaysAgo) : null
    run(
      'update invitations set created_at = ?, last_seen_at = ? where link_id = ? and name = ?',
      ago(daysAgo - 0.1),
      openedAt,
      linkId,
      name,
    )
    if (openedAt) {
      run(
        `update activity set created_at = ? where link_id = ? and kind = 'opened' and name = ?`,
        openedAt,
        linkId,
        name,
      )
    }
  }
  const unsent = `link_id = ? and is_sent = 0`
  for (const { by, sentDaysAgo, startedDaysAgo } of favorites) {
    if (sentDaysAgo) {
      const sentAt = ago(sentDaysAgo)
      const startedAt = ago(sentDaysAgo + 0.1)
      const times = [startedAt, sentAt, sentAt]
      run(
        'update choices set created_at = ?, updated_at = ?, sent_at = ? where link_id = ? and name = ?',
        ...times,
        linkId,
        by,
      )
      run(`update activity set created_at = ? where link_id = ? and kind = 'choice' and name = ?`, sentAt, linkId, by)
    } else {
      run(
        `update choices set created_at = ?, updated_at = ? where ${unsent}`,
        ago(startedDaysAgo),
        ago(startedDaysAgo - 0.05),
        linkId,
      )
    }
  }
  for (const [n, email] of followers.entries()) {
    const at = ago(daysAgo - 1 - n * 0.7)
    run(
      `insert into followers (id, link_id, email, created_at, confirmed_at, told_until) values (?, ?, ?, ?, ?, ?)`,
      randomBytes(16).toString('base64url'),
      linkId,
      email,
      at,
      at,
      instant(now),
    )
  }
  run('update links set follower_count = follower_count + ? where id = ?', followers.length, linkId)
  if (expiredDaysAgo) run('update links set expires_at = ? where id = ?', ago(expiredDaysAgo), linkId)
  for (const { by, text, daysAgo } of requests) {
    run(
      `insert into activity (id, user_id, link_id, kind, name, text, is_waiting, is_read, created_at)
       values (?, ?, ?, 'request', ?, ?, 0, 0, ?)`,
      randomBytes(16).toString('base64url'),
      userId,
      linkId,
      by,
      text,
      ago(daysAgo),
    )
  }
  // The owner has seen everything but the last days, and nothing of it is emailed.
  run('update activity set mail = null, mail_due_at = null where link_id = ?', linkId)
  run('update activity set is_read = 1 where user_id = ? and created_at < ?', userId, ago(1))
}

const ofDays = new Map()
const soFar = nothing()

db.exec('begin immediate')
for (const [n, gallery] of galleries.entries()) {
  const { linkId, userId, daysAgo, imageIds } = gallery
  const madeAt = now - daysAgo * dayMs
  run('update links set created_at = ?, updated_at = ? where id = ?', instant(madeAt), instant(madeAt), linkId)
  for (const [place, id] of imageIds.entries())
    run('update images set created_at = ? where id = ?', instant(madeAt + (place + 1) * 20_000), id)
  backDateVisitors(gallery)

  const sums = nothing()
  const viewsOf = imageIds.map(() => 0)
  for (let day = today - daysAgo * dayMs; day < today && gallery.visits > 0; day += dayMs) {
    const hour = Math.floor(day / hourMs) + 18
    const sinceMade = daysAgo - (today - day) / dayMs
    const counts = countsOf(visitsOn(day, sinceMade, gallery, n), n)
    if (counts.visits === 0) continue
    snapshot(userId, linkId, hour, sums)
    add(sums, counts)
    addReferrers(userId, linkId, instant(day).slice(0, 10), counts.visits)
    addReferrers(userId, '', instant(day).slice(0, 10), counts.visits)
    ofDays.set(day, [...(ofDays.get(day) ?? []), { userId, hour, counts }])
    // Visitors view the first images most.
    for (const [place, id] of imageIds.entries()) {
      const share = Math.round((counts.views * 1.6) / (place + 2) / Math.log(imageIds.length + 2))
      if (share === 0) continue
      run('insert into image_view_snapshots (image_id, hour, views) values (?, ?, ?)', id, hour, viewsOf[place])
      viewsOf[place] += share
    }
  }
  beginToday(userId, linkId, sums)
  if (sums.visits > 0) {
    const counts = countsOf(visitsSoFar(gallery, n), n)
    snapshot(userId, linkId, thisHour, sums)
    add(sums, counts)
    add(soFar, counts)
    snapshot(userId, linkId, currentHour, sums)
  }
  run('update links set visits = ? where id = ?', sums.visits, linkId)
  for (const [place, id] of imageIds.entries()) run('update images set views = ? where id = ?', viewsOf[place], id)
}

const account = nothing()
for (const day of [...ofDays.keys()].sort((one, other) => one - other)) {
  const some = ofDays.get(day)
  snapshot(some[0].userId, '', some[0].hour, account)
  for (const { counts } of some) add(account, counts)
}
const userId = galleries[0]?.userId
if (userId) beginToday(userId, '', account)
if (userId && account.visits > 0) {
  snapshot(userId, '', thisHour, account)
  add(account, soFar)
  snapshot(userId, '', currentHour, account)
}
if (userId) run('update users set created_at = ? where id = ?', instant(now - 63 * dayMs), userId)
db.exec('commit')
db.close()
