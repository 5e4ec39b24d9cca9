// Keeps the edition for the next visit, and for one without a network: each file of `files.json` by
// its hash, and for every page the document that the edition has.
const root = new URL("./", self.location.href)
const CACHE = "edition"
const list = () => fetch(new URL("files.json", root), { cache: "no-cache" }).then(response => response.json())
const keyed = (path, hash) => new URL(`${path}?${hash}`, root).href

let files = null
async function known() {
  const cache = await caches.open(CACHE)
  const kept = await cache.match("files.json")
  return (files ??= kept ? await kept.json() : {})
}

// An edition that is newer takes the place of the one before when no page shows that any more.
self.addEventListener("install", event => event.waitUntil((async () => {
  const found = await list()
  const cache = await caches.open(CACHE)
  await cache.put("files.json.new", Response.json(found))
})()))
