/** What `npm run demo` shows: every state a link can be in, with pictures that were made for it. */
export const owner = { name: 'Mara Lind', email: 'demo@framelight.example', password: 'framelight' }
export const visitor = { name: 'Tom Hale', email: 'visitor@framelight.example', password: 'framelight' }

const titles = {
  'above-the-clouds': 'Above the clouds, half past six',
  'aurora-lake': 'Northern lights over the lake',
  'birches-in-autumn': 'Birches, the second week of October',
  'city-bokeh': 'The harbour, out of focus',
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
  'slot-canyon': 'The slot, at eleven',
  'spiral-stair': 'Eighty-four steps',
  'star-trails': 'Two hours of stars',
  'underwater-rays': 'Looking up',
  'window-light': 'The studio wall, four o’clock',
}

const pictures = (...names) => names.map((name) => ({ file: `${name}.webp`, title: titles[name] }))

export const galleries = [
  {
    title: 'A Year Outside',
    slug: 'a-year-outside',
    description:
      'Twelve months of walks, from the dunes at first light to the woods in fog. For Lena and Tom, with thanks for the boots.',
    isListed: true,
    expiresInDays: 60,
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
      ['slot-canyon.webp', 'May we print this one large?'],
    ],
  },
  {
    title: 'Water',
    slug: 'water-studies',
    description: 'Five ways of looking at it.',
    isListed: false,
    pictures: pictures('pool-water', 'underwater-rays', 'lake-stones', 'posts-in-still-sea', 'rain-on-window'),
    comments: [['underwater-rays.webp', 'How deep were you?']],
  },
  {
    title: 'Lines and light',
    slug: 'lines-and-light',
    description: 'First selection, before anybody else sees it.',
    isPrivate: true,
    isListed: false,
    pictures: pictures('spiral-stair', 'window-light', 'leaf-macro', 'long-shadows'),
    comments: [],
  },
  {
    title: 'After hours',
    slug: 'after-hours',
    description: 'Small streets, late, with one lens.',
    isListed: false,
    expiresInSeconds: 20,
    pictures: pictures('city-bokeh'),
    comments: [],
  },
  {
    title: 'Ridge Farm, the wedding',
    slug: 'ridge-farm',
    description: '',
    isListed: false,
    pictures: [],
    comments: [],
  },
]

/** Who has looked so far, by browser and by where they came from. */
export const visits = [
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1', ''],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'mail.example'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'news.example'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36', ''],
]
