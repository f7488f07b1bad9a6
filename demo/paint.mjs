import sharp from 'sharp'

/** Uses a seed, so every run paints the same scenes. Only the grain differs. */
function createRandom(seed) {
  let state = (seed * 2_654_435_761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low, high) => low + (high - low) * next()
  return { next, between, pick: (list) => list[Math.floor(next() * list.length)] }
}

const hsl = (h, s, l, a = 1) => `hsl(${((h % 360) + 360) % 360} ${s}% ${l}% / ${a})`
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n)).join('')

const gradient = (id, stops, angle = 90) =>
  `<linearGradient id="${id}" gradientTransform="rotate(${angle} 0.5 0.5)">${stops
    .map((color, n) => `<stop offset="${n / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

function ridge({ between }, { w, h, base, height }) {
  const waves = [1, 2.3, 5.1].map((rate, n) => ({ rate, shift: between(0, 6), size: height / (n + 1) ** 1.4 }))
  const points = Array.from({ length: 61 }, (_, n) => {
    const x = n / 60
    const y = waves.reduce((sum, { rate, shift, size }) => sum + Math.sin(x * 6 * rate + shift) * size, base)
    return `${(x * w).toFixed(0)},${y.toFixed(0)}`
  })
  return `0,${h} ${points.join(' ')} ${w},${h}`
}

const scenes = {
  hills(random, w, h) {
    const hue = random.between(0, 360)
    const warm = random.between(15, 45)
    const sun = { x: random.between(0.2, 0.8) * w, y: random.between(0.15, 0.4) * h, r: random.between(0.03, 0.07) * w }
    return `<defs>${gradient('sky', [hsl(hue + 10, 35, 62), hsl(warm, 70, 80), hsl(warm - 10, 80, 88)])}</defs>
<rect width="${w}" height="${h}" fill="url(#sky)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r * 3}" fill="${hsl(warm, 90, 88, 0.35)}" filter="url(#soft)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${hsl(warm, 95, 92)}"/>
${times(6, (n) => `<polygon points="${ridge(random, { w, h, base: h * (0.45 + n * 0.1), height: h * 0.05 })}" fill="${hsl(hue + n * 6, 24 + n * 4, 68 - n * 10)}"/>`)}`
  },

  lights(random, w, h) {
    const hue = random.between(20, 50)
    return `<defs>${gradient('sky', [hsl(230, 40, 9), hsl(hue + 200, 35, 20), hsl(hue, 45, 24)])}</defs>
<rect width="${w}" height="${h}" fill="url(#sky)"/>
${times(46, () => {
  const r = random.between(0.012, 0.05) * w
  return `<circle cx="${random.between(0, w)}" cy="${random.between(0, h * 0.85)}" r="${r}" fill="${hsl(hue + random.between(-25, 35), 90, 68, random.between(0.12, 0.5))}"/>`
})}
<polygon points="${ridge(random, { w, h, base: h * 0.9, height: h * 0.03 })}" fill="${hsl(230, 40, 6)}"/>`
  },

  flowers(random, w, h) {
    const hue = random.between(320, 400)
    const flower = () => {
      const [x, y, r] = [random.between(0.1, 0.9) * w, random.between(0.1, 0.9) * h, random.between(0.05, 0.11) * w]
      const color = hue + random.between(-18, 18)
      const turn = random.between(0, 360)
      const petals = times(
        8,
        (n) =>
          `<ellipse cx="${x}" cy="${y - r * 0.55}" rx="${r * 0.3}" ry="${r * 0.6}" fill="${hsl(color, 62, random.between(72, 86))}" transform="rotate(${turn + n * 45} ${x} ${y})"/>`,
      )
      return `${petals}<circle cx="${x}" cy="${y}" r="${r * 0.24}" fill="${hsl(44, 80, 58)}"/>`
    }
    const leaf = () => {
      const [x, y] = [random.between(0, w), random.between(0, h)]
      return `<ellipse cx="${x}" cy="${y}" rx="${w * 0.09}" ry="${w * 0.025}" fill="${hsl(random.between(85, 140), 26, random.between(22, 42))}" transform="rotate(${random.between(0, 360)} ${x} ${y})"/>`
    }
    return `<rect width="${w}" height="${h}" fill="${hsl(random.between(80, 150), 18, 20)}"/>${times(60, leaf)}${times(14, flower)}`
  },

  table(random, w, h) {
    const linen = random.between(25, 60)
    const plate = (n) => {
      const [x, y, r] = [
        w * (0.2 + 0.3 * (n % 3)),
        h * (0.28 + 0.46 * Math.floor(n / 3)),
        h * random.between(0.15, 0.18),
      ]
      return `<circle cx="${x + 10}" cy="${y + 14}" r="${r}" fill="#0003"/>
<circle cx="${x}" cy="${y}" r="${r}" fill="${hsl(linen, 16, 94)}"/><circle cx="${x}" cy="${y}" r="${r * 0.68}" fill="${hsl(linen, 14, 89)}"/>
<circle cx="${x}" cy="${y}" r="${r * 0.4}" fill="${hsl(random.between(0, 130), 50, random.between(40, 62))}"/>
<circle cx="${x + r}" cy="${y - r * 0.95}" r="${r * 0.32}" fill="${hsl(45, 75, 66, 0.55)}" stroke="#fff9" stroke-width="4"/>`
    }
    return `<defs>${gradient('cloth', [hsl(linen, 22, 84), hsl(linen, 26, 72)], random.between(0, 90))}</defs>
<rect width="${w}" height="${h}" fill="url(#cloth)"/>${times(24, (n) => `<rect y="${(n * h) / 24}" width="${w}" height="2" fill="#0000000a"/>`)}${times(6, plate)}`
  },

  windows(random, w, h) {
    const hue = random.between(0, 60)
    const pane = (x, y, pw, ph) =>
      `<rect x="${x}" y="${y}" width="${pw}" height="${ph}" fill="url(#pane)"/><path d="M${x} ${y + ph}l${pw * 0.4} ${ph * 0.3}h${pw}l-${pw * 0.4}-${ph * 0.3}z" fill="#0003"/>`
    const columns = 2 + Math.floor(random.next() * 4)
    const size = w / (columns * 1.8)
    return `<defs>${gradient('wall', [hsl(hue, 30, 78), hsl(hue - 12, 34, 58)], 20)}${gradient('pane', [hsl(205, 40, 30), hsl(205, 45, 66)])}</defs>
<rect width="${w}" height="${h}" fill="url(#wall)"/>${times(columns * 2, (n) => pane(size * (0.45 + 1.8 * (n % columns)), h * (0.12 + 0.46 * Math.floor(n / columns)), size, h * 0.28))}`
  },

  shore(random, w, h) {
    const hue = random.between(180, 215)
    const horizon = h * random.between(0.34, 0.5)
    return `<defs>${gradient('sky', [hsl(hue + 10, 55, 60), hsl(hue, 50, 84)])}${gradient('sea', [hsl(hue, 50, 40), hsl(hue - 20, 45, 62)])}</defs>
<rect width="${w}" height="${horizon}" fill="url(#sky)"/><rect y="${horizon}" width="${w}" height="${h}" fill="url(#sea)"/>
${times(90, () => {
  const y = random.between(horizon + 4, h * 0.84)
  return `<ellipse cx="${random.between(0, w)}" cy="${y}" rx="${(y - horizon) * random.between(0.05, 0.2)}" ry="${1 + (y - horizon) * 0.008}" fill="${hsl(hue, 60, 92, random.between(0.15, 0.6))}"/>`
})}
<polygon points="${ridge(random, { w, h, base: h * 0.86, height: h * 0.025 })}" fill="${hsl(38, 42, 72)}"/>`
  },
}

let grain
/** One tile of grain is enough, because the repetition isn't visible. */
function makeGrain() {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 }
  grain ??= sharp({ create: { width: 512, height: 512, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer()
  return grain
}

export async function paint({ scene, seed, isUpright = false, takenAt }) {
  const [w, h] = isUpright ? [1067, 1600] : [1600, 1067]
  const random = createRandom(seed)
  const drawn = scenes[scene](random, w, h)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">
<defs><filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="18"/></filter>
<radialGradient id="edge" r="0.75"><stop offset="0.55" stop-color="#0000"/><stop offset="1" stop-color="#0007"/></radialGradient></defs>
${drawn}<rect width="${w}" height="${h}" fill="url(#edge)"/></svg>`
  const written = `${takenAt.toISOString().slice(0, 10).replaceAll('-', ':')} ${takenAt.toISOString().slice(11, 19)}`
  return sharp(Buffer.from(svg))
    .composite([{ input: await makeGrain(), tile: true, blend: 'soft-light' }])
    .withExif({
      IFD0: { Make: 'Framelight', Model: 'Demo' },
      IFD2: { DateTimeOriginal: written, OffsetTimeOriginal: '+00:00' },
    })
    .jpeg({ quality: 84 })
    .toBuffer()
}
