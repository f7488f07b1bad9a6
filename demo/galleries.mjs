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

/**
 * Returns several photos made out of each picture. A part is [title of its first photo, number of photos, pictures]. It
 * alternates between its pictures, like a photographer who looks around.
 */
const shoot = (name, parts) => {
  const used = new Map()
  const frameOf = (picture) => {
    used.set(picture, (used.get(picture) ?? -1) + 1)
    return { picture: `${picture}.webp`, frame: used.get(picture) }
  }
  return parts
    .flatMap(([caption, count, ...from]) =>
      Array.from({ length: count }, (_, n) => ({ title: n === 0 ? caption : '', ...frameOf(from[n % from.length]) })),
    )
    .map(({ title, ...photo }, n) => ({ file: `${name}-${String(n + 1).padStart(3, '0')}.jpg`, title, photo }))
}

const wedding = (...numbers) => numbers.map((number) => `wedding-${String(number).padStart(3, '0')}.jpg`)

/**
 * `daysAgo` says when a gallery was created and when something happened in it. Comments without `by` are the second
 * account's. The last gallery is an expired link. Without history, it expires while the demo is being set up.
 */
export const galleries = [
  {
    title: 'Anna and Jonas’s wedding',
    slug: 'anna-and-jonas',
    description: 'Ridge Farm, from the first guests to the last dance. Download anything you like.',
    isListed: false,
    opening: 'cover',
    choosing: 'on',
    choiceLimit: 20,
    comments: 'guests',
    holdGuestComments: false,
    daysAgo: 8,
    visits: 46,
    pictures: shoot('wedding', [
      ['Ridge Farm, at nine', 8, 'rolling-hills', 'ridges-at-dawn'],
      ['Getting ready', 8, 'window-light', 'leaf-macro', 'spiral-stair'],
      [
        'The meadow behind the barn',
        12,
        'meadow-at-sundown',
        'rolling-hills',
        'meadow-at-sundown',
        'birches-in-autumn',
      ],
      ['The walk before dinner', 10, 'ridges-at-dawn', 'lone-tree', 'birches-in-autumn', 'forest-in-fog'],
      ['The first dance', 14, 'city-bokeh', 'rain-on-window'],
      ['After the last guests', 8, 'star-trails', 'above-the-clouds', 'window-light'],
    ]),
    invitations: [
      { name: 'Anna & Jonas', email: 'anna@framelight.example', openedDaysAgo: 7.6 },
      { name: 'Grandma', rights: { download: true }, openedDaysAgo: 6.2 },
      { name: 'Uncle Piet', endsInDays: 20 },
    ],
    favorites: [
      {
        by: 'Anna & Jonas',
        files: wedding(1, 2, 5, 9, 17, 19, 21, 27, 29, 39, 41, 53),
        notes: { 'wedding-017.jpg': 'This one for the thank-you cards', 'wedding-039.jpg': 'A big print, please' },
        message: 'We love them all. These are for the album.',
        sentDaysAgo: 0.2,
      },
      {
        by: 'Grandma',
        files: wedding(1, 17, 19, 32, 39, 41),
        notes: { 'wedding-017.jpg': 'I picked the daisies that morning' },
        message: 'For the frame in the hall.',
        sentDaysAgo: 3.1,
      },
      { by: 'Lena', files: wedding(17, 39, 45, 53), startedDaysAgo: 1.3 },
    ],
    remarks: [
      { file: 'wedding-001.jpg', text: 'What a morning that was.', daysAgo: 7.08 },
      { file: 'wedding-009.jpg', text: 'Four people, one mirror.', by: 'Aunt Helen', daysAgo: 7.05 },
      { file: 'wedding-017.jpg', text: 'Can I use this one for the thank-you cards?', by: 'Anna', daysAgo: 7.02 },
      { file: 'wedding-017.jpg', text: 'Grandma picked every one of them!', by: 'Lena', daysAgo: 1.4 },
      { file: 'wedding-029.jpg', text: 'You can see the barn from up here.', daysAgo: 1.2 },
      { file: 'wedding-039.jpg', text: 'We danced until four. Thank you for these.', by: 'Jonas', daysAgo: 0.3 },
    ],
    followers: ['helen@framelight.example', 'lena@framelight.example', 'piet@framelight.example'],
  },
  {
    title: 'Summer at the lake',
    slug: 'summer-at-the-lake',
    description: 'Three weeks, two tents, one dog. For everyone who was there.',
    isListed: false,
    opening: 'cover',
    password: 'lake-canoe-bonfire-otter',
    invitations: [
      { name: 'Anna & Tom', email: 'anna@framelight.example' },
      { name: 'Grandma', rights: { comment: false }, openedDaysAgo: 12.3 },
    ],
    expiresInDays: 5,
    daysAgo: 52,
    visits: 12,
    pictures: shoot('lake', [
      ['The first swim', 10, 'lake-stones', 'underwater-rays', 'pool-water'],
      ['Up to the hut', 6, 'forest-in-fog', 'above-the-clouds', 'birches-in-autumn'],
      ['Ida’s daisies', 4, 'meadow-at-sundown', 'leaf-macro'],
      ['The last evening', 8, 'sea-at-dusk', 'star-trails', 'posts-in-still-sea'],
    ]),
    remarks: [
      { file: 'lake-001.jpg', text: 'It was COLD.', daysAgo: 50.4 },
      { file: 'lake-017.jpg', text: 'She still has one, pressed in a book.', daysAgo: 12.1 },
    ],
  },
  {
    title: 'A Year Outside',
    slug: 'a-year-outside',
    description:
      'Twelve months of walks, from the dunes at first light to the woods in fog. For Lena and Tom, with thanks for the boots.',
    isListed: true,
    opening: 'cover',
    comments: 'guests',
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
    remarks: [
      { file: 'ridges-at-dawn.webp', text: 'This is the view from the hut. Exactly that light.', daysAgo: 59.5 },
      { file: 'slot-canyon.webp', text: 'Can we get a big print of this one?', daysAgo: 20.2 },
      { file: 'lone-tree.webp', text: 'Is this the hill behind our house?', by: 'Grandma', daysAgo: 0.1 },
    ],
    followers: ['tom@framelight.example'],
  },
  {
    title: 'Water',
    slug: 'water-studies',
    description: 'Five ways of looking at it.',
    daysAgo: 20,
    visits: 5,
    isListed: false,
    pictures: pictures('pool-water', 'underwater-rays', 'lake-stones', 'posts-in-still-sea', 'rain-on-window'),
    remarks: [{ file: 'underwater-rays.webp', text: 'How deep were you?', daysAgo: 18.7 }],
  },
  {
    title: 'Lines and light',
    slug: 'lines-and-light',
    description: 'First edit, not shared with anyone yet.',
    isPrivate: true,
    daysAgo: 14,
    visits: 0,
    isListed: false,
    pictures: pictures('spiral-stair', 'window-light', 'leaf-macro', 'long-shadows'),
  },
  {
    title: 'After hours',
    slug: 'after-hours',
    description: 'Side streets late at night, shot with one lens.',
    isListed: false,
    expiresInSeconds: 90,
    expiredDaysAgo: 3.2,
    daysAgo: 45,
    visits: 4,
    pictures: pictures('city-bokeh'),
    requests: [{ by: 'Lena Brandt', text: 'We only got through half of them.', daysAgo: 0.4 }],
  },
]
