/** Preload this file into the server to set its clock ahead by CLOCK_AHEAD_MS, so tests can skip to the next day. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now() + aheadMs], newTarget),
  get: (target, name) => (name === 'now' ? () => target.now() + aheadMs : Reflect.get(target, name)),
})
