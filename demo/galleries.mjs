export const owner = { name: 'Mara Lind', email: 'demo@framelight.example' }
export const visitor = { name: 'Tom Hale', email: 'visitor@framelight.example' }

const titles = {
  'above-the-clouds': 'Above the clouds, half past six',
  'aurora-lake': 'Northern lights over the lake',
  'birches-in-autumn': 'Birches, the second week of October',
  'city-bokeh': 'The harbor, out of focus',
  'coast-from-above': 'The bay from the cliff path',
  dunes: 'First light on the dunes',
  'forest-in-fog': 'Firs in fog',
  'lake-stones': 'Stones under clear water',
  'leaf-macro': 'A leaf against the sun',
  'lone-tree': 'The tree by the road',
  'long-shadows': 'Long shadows, the last of the snow',
  'meadow-at-sundown': 'Daisies at sundown',
  'pool-water': 'Noon at the pool',
  'posts-in-still-sea': 'Where the jetty was',
  'rain-on-window': 'Waiting for the rain to stop',
  'ridges-at-dawn': 'Nine ridges at dawn',
  'rolling-hills': 'The long way home',
  'sea-at-dusk': 'The sea, after everyone had left',
  'slot-canyon': 'The slot canyon at eleven',
  'spiral-stair': 'Eighty-four steps',
  'star-trails': 'Two hours of stars',
  'underwater-rays': 'Looking up',
  'window-light': 'The studio wall, four o’clock',
}

const pictures = (...names) => names.map((name) => ({ file: `${name}.webp`, title: titles[name] }))

/** Returns images that are painted on demand. Each part is [scene, number of images, title of the first image]. */
const painted = (name, parts) =>
  parts
    .flatMap(([scene, count, caption]) =>
      Array.from({ length: count }, (_, n) => ({ scene, title: n === 0 ? caption : '' })),
    )
    .map(({ scene, title }, n) => ({
      file: `${name}-${String(n + 1).padStart(3, '0')}.jpg`,
      title,
      painting: { scene, seed: name.length * 1000 + n, isUpright: n % 5 === 3 },
    }))

/** The last gallery expires while the demo is being set up, so there's also an expired link. */
export const galleries = [
  {
    title: 'Anna and Jonas’s wedding',
    slug: 'anna-and-jonas',
    description: 'Ridge Farm, from the first guests to the last dance. Download anything you like.',
    isListed: false,
    daysAgo: 34,
    visits: 46,
    pictures: painted('wedding', [
      ['hills', 8, 'Ridge Farm, at nine'],
      ['flowers', 10, 'The bouquet'],
      ['windows', 6, 'Getting ready'],
      ['table', 12, 'Forty plates'],
      ['hills', 6, 'The walk before dinner'],
      ['lights', 18, 'The first dance'],
    ]),
    comments: [
      ['wedding-001.jpg', 'What a morning that was.'],
      ['wedding-009.jpg', 'Grandma picked every one of them!'],
      ['wedding-009.jpg', 'Can I use this one for the thank-you cards?'],
      ['wedding-025.jpg', 'I can still taste it.'],
      ['wedding-043.jpg', 'We danced until four. Thank you for these.'],
    ],
  },
  {
    title: 'Summer at the lake',
    slug: 'summer-at-the-lake',
    description: 'Three weeks, two tents, one dog. For everyone who was there.',
    isListed: false,
    password: 'lake-canoe-bonfire-otter',
    invitations: [
      { name: 'Anna & Tom', email: 'anna@framelight.example' },
      { name: 'Grandma', rights: { comment: false }, isOpened: true },
      { name: 'Uncle Piet', rights: { download: true }, endsInDays: 20 },
    ],
    daysAgo: 52,
    visits: 12,
    pictures: painted('lake', [
      ['shore', 10, 'The first swim'],
      ['hills', 6, 'Up to the hut'],
      ['table', 4, 'The cook doesn’t do dishes'],
      ['flowers', 3, 'Ida’s bouquet'],
      ['lights', 5, 'The last evening'],
    ]),
    comments: [
      ['lake-001.jpg', 'It was COLD.'],
      ['lake-017.jpg', 'Pancakes again!'],
    ],
  },
  {
    title: 'A Year Outside',
    slug: 'a-year-outside',
    description:
      'Twelve months of walks, from the dunes at first light to the woods in fog. For Lena and Tom, with thanks for the boots.',
    isListed: true,
    expiresInDays: 60,
    daysAgo: 61,
    visits: 20,
    pictures: pictures(
      'ridges-at-dawn',
      'forest-in-fog',
      'sea-at-dusk',
      'slot-canyon',
      'meadow-at-sundown',
      'aurora-lake',
      'lone-tree',
      'dunes',
      'coast-from-above',
      'birches-in-autumn',
      'rolling-hills',
      'star-trails',
      'above-the-clouds',
    ),
    comments: [
      ['ridges-at-dawn.webp', 'This is the view from the hut. Exactly that light.'],
      ['slot-canyon.webp', 'Can we get a big print of this one?'],
    ],
  },
  {
    title: 'Water',
    slug: 'water-studies',
    description: 'Five ways of looking at it.',
    daysAgo: 20,
    visits: 5,
    isListed: false,
    pictures: pictures('pool-water', 'underwater-rays', 'lake-stones', 'posts-in-still-sea', 'rain-on-window'),
    comments: [['underwater-rays.webp', 'How deep were you?']],
  },
  {
    title: 'Lines and light',
    slug: 'lines-and-light',
    description: 'First edit, not shared with anyone yet.',
    isPrivate: true,
    daysAgo: 9,
    visits: 0,
    isListed: false,
    pictures: pictures('spiral-stair', 'window-light', 'leaf-macro', 'long-shadows'),
    comments: [],
  },
  {
    title: 'After hours',
    slug: 'after-hours',
    description: 'Side streets late at night, shot with one lens.',
    isListed: false,
    expiresInSeconds: 90,
    daysAgo: 45,
    visits: 4,
    pictures: pictures('city-bokeh'),
    comments: [],
  },
]
