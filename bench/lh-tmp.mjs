import { mkdtempSync } from 'node:fs'
const { signUp, makeGallery, upload } = await import('./arrange.ts')
const { makePhoto } = await import('./photo.ts')
const { startProduct } = await import('./product.ts')
const { startBrowser, debuggingPort } = await import('./browser.ts')
const { loadLighthouse } = await import('./lighthouse.ts')
const p = await startProduct(mkdtempSync('/tmp/prof/d-'))
const token = await signUp(p, 'ada@example.com', '10.0.0.1')
const g = await makeGallery(p, 'Thirty', token)
await upload(p, g, await makePhoto(7), 30, 4)
const judge = await loadLighthouse()
const browser = await startBrowser()
for (const opening of process.argv.slice(2)) {
  await p.data('PUT', `/api/links/${g.id}`, { token, body: { opening } })
  for (let i = 0; i < 2; i++) {
    const { lhr } = await judge(`http://127.0.0.1:${p.port}/links/${g.slug}`, { port: debuggingPort, output: 'json', logLevel: 'error' })
    console.log(opening, lhr.categories.performance.score, Object.fromEntries(['first-contentful-paint','largest-contentful-paint','total-blocking-time','cumulative-layout-shift','speed-index'].map(k => [k, lhr.audits[k].displayValue + ' ' + lhr.audits[k].score])))
    if (i === 0) {
      console.log(JSON.stringify(lhr.audits['largest-contentful-paint-element']?.details?.items?.map(x => x.items), null, 0)?.slice(0, 900))
      for (const r of lhr.audits['network-requests'].details.items) console.log(Math.round(r.networkRequestTime), Math.round(r.networkEndTime), r.transferSize, r.priority, r.url.slice(-50))
    }
  }
}
await browser.close(); await p.stop(); process.exit()
