/**
 * The script of a package's index.html. It runs from a folder on any computer: without a server, a framework or a request, in
 * what browsers have understood for years. What people wrote becomes text of elements, never markup.
 */
export const viewerScript = String.raw`(function () {
  'use strict'
  var pack = window.handover
  var page = document.getElementById('page')
  var cover = document.getElementById('cover')
  var box = document.getElementById('search')
  var nav = document.getElementById('kinds')
  var MOST = 200

  function make(tag, more, children) {
    var element = document.createElement(tag)
    Object.keys(more || {}).forEach(function (name) {
      if (name === 'text') element.textContent = more.text
      else if (more[name] !== undefined && more[name] !== null) element.setAttribute(name, more[name])
    })
    ;(children || []).forEach(function (child) {
      if (child) element.appendChild(child)
    })
    return element
  }
  // A path as an address: a name may have any sign.
  function addressOf(path) {
    return path.split('/').map(encodeURIComponent).join('/')
  }
  function plain(text) {
    return String(text).normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  }
  function hrefOf(kind, record) {
    return '#/' + kind.key + (record ? '/' + record.id : '')
  }
  function isPicture(file) {
    return /\.(jpe?g|png|gif|webp|avif)$/i.test(file.path || '')
  }

  pack.kinds.forEach(function (kind) {
    kind.records = pack.records[kind.key] || []
    kind.records.forEach(function (record) {
      var said = (record.messages || []).map(function (one) {
        return one.who + ' ' + one.text
      })
      var files = (record.files || []).map(function (one) {
        return one.name + ' ' + (one.caption || '')
      })
      var facts = record.facts.map(function (fact) {
        return fact[1]
      })
      record.sought = plain([record.title, record.state].concat(facts, said, files).join(' '))
    })
    nav.appendChild(
      make('li', {}, [
        make('a', { href: hrefOf(kind), 'data-kind': kind.key }, [
          make('span', { text: kind.label }),
          make('span', { class: 'count', text: String(kind.records.length) }),
        ]),
      ]),
    )
  })

  function link(file) {
    if (!file.path) return make('span', { class: 'missing', text: file.name + ' (missing in the file store)' })
    return make('a', { href: addressOf(file.path), text: file.name })
  }
  function picture(file) {
    var words = [file.caption, file.taken, file.place].filter(Boolean).join(' · ') || file.name
    return make('figure', {}, [
      make('a', { href: addressOf(file.path) }, [
        make('img', { src: addressOf(file.path), alt: file.caption || file.name, loading: 'lazy' }),
      ]),
      make('figcaption', { text: words }),
    ])
  }
  function filesOf(files) {
    var pictures = files.filter(isPicture)
    var others = files.filter(function (file) {
      return !isPicture(file)
    })
    return make('div', {}, [
      others.length && make('ul', { class: 'files' }, others.map(function (file) {
        return make('li', {}, [link(file)])
      })),
      pictures.length && make('div', { class: 'pictures' }, pictures.map(picture)),
    ].filter(Boolean))
  }

  function table(kind, records, isMixed) {
    var columns = isMixed ? ['Title', 'Kind', 'Status'] : ['Title', 'Status'].concat(kind.columns)
    var hasState = isMixed || records.some(function (record) {
      return record.state
    })
    if (!hasState) columns.splice(columns.indexOf('Status'), 1)
    function cells(record) {
      var more = isMixed ? [record.kind.label] : []
      if (hasState) more.push(record.state)
      return more.concat(isMixed ? [] : record.columns)
    }
    var rows = records.map(function (record) {
      return make('tr', {}, [
        make('th', { scope: 'row' }, [make('a', { href: hrefOf(record.kind || kind, record), text: record.title })]),
      ].concat(cells(record).map(function (text) {
        return make('td', { text: text })
      })))
    })
    return make('div', { class: 'scrolls' }, [
      make('table', {}, [
        make('thead', {}, [make('tr', {}, columns.map(function (text) {
          return make('th', { scope: 'col', text: text })
        }))]),
        make('tbody', {}, rows),
      ]),
    ])
  }

  function listOf(kind) {
    var parts = [make('h2', { text: kind.label, tabindex: '-1' })]
    parts.push(make('p', { class: 'note' }, [
      document.createTextNode(kind.records.length + (kind.records.length === 1 ? ' record' : ' records') + (kind.csv ? ' · ' : '')),
      kind.csv && make('a', { href: addressOf(kind.csv), text: 'Open as a table (CSV)' }),
    ]))
    if (kind.records.length) parts.push(table(kind, kind.records, false))
    return parts
  }

  function recordOf(kind, record) {
    var parts = [
      make('p', { class: 'note' }, [make('a', { href: hrefOf(kind), text: kind.label })]),
      make('h2', { text: record.title, tabindex: '-1' }),
    ]
    if (record.pdf) parts.push(make('p', {}, [make('a', { class: 'button', href: addressOf(record.pdf), text: 'PDF' })]))
    var facts = record.facts.filter(function (fact) {
      return fact[1] !== ''
    })
    if (facts.length) parts.push(make('dl', {}, facts.reduce(function (all, fact) {
      return all.concat([make('dt', { text: fact[0] }), make('dd', { text: fact[1] })])
    }, [])))
    if (record.files.length) parts.push(make('h3', { text: 'Files' }), filesOf(record.files))
    if (record.messages.length) parts.push(make('h3', { text: 'Messages' }))
    record.messages.forEach(function (one) {
      parts.push(make('article', {}, [
        make('p', { class: 'note', text: one.who + ', ' + one.at + (one.official ? ' (official answer)' : '') }),
        make('p', { class: 'text', text: one.text }),
        one.files.length && filesOf(one.files),
      ].filter(Boolean)))
    })
    if (record.history.length) parts.push(make('details', {}, [
      make('summary', { text: 'History' }),
      make('ol', { class: 'history' }, record.history.map(function (entry) {
        return make('li', {}, [make('span', { text: entry.who + ' ' + entry.did }), make('span', { class: 'note', text: ' ' + entry.at })].concat(
          entry.changes.map(function (change) {
            return make('p', { class: 'note', text: change[0] + ': ' + (change[1] || 'nothing') + ' → ' + (change[2] || 'nothing') })
          }),
        ))
      })),
    ]))
    return parts
  }

  function foundBy(words) {
    var found = []
    pack.kinds.forEach(function (kind) {
      kind.records.forEach(function (record) {
        if (words.every(function (word) {
          return record.sought.indexOf(word) >= 0
        })) found.push({ id: record.id, title: record.title, state: record.state, kind: kind, first: words.every(function (word) {
          return plain(record.title).indexOf(word) >= 0
        }) })
      })
    })
    return found.sort(function (a, b) {
      return Number(b.first) - Number(a.first)
    })
  }
  function results(text) {
    var found = foundBy(plain(text).split(/\s+/).filter(Boolean))
    var shown = found.slice(0, MOST)
    var parts = [make('h2', { text: found.length ? found.length + ' found' : 'Nothing found', tabindex: '-1' })]
    if (shown.length) parts.push(table(null, shown, true))
    if (shown.length < found.length) parts.push(make('p', { class: 'note', text: 'The first ' + MOST + ' are shown. Add a word to find fewer.' }))
    return parts
  }

  function show() {
    var search = box.value.trim()
    var way = location.hash.replace(/^#\/?/, '').split('/')
    var kind = pack.kinds.filter(function (one) {
      return one.key === way[0]
    })[0]
    var record = kind && kind.records.filter(function (one) {
      return String(one.id) === way[1]
    })[0]
    var parts = search ? results(search) : record ? recordOf(kind, record) : kind ? listOf(kind) : []
    cover.hidden = parts.length > 0
    page.textContent = ''
    parts.forEach(function (part) {
      page.appendChild(part)
    })
    Array.prototype.forEach.call(nav.querySelectorAll('a'), function (one) {
      if (!search && kind && one.getAttribute('data-kind') === kind.key) one.setAttribute('aria-current', 'page')
      else one.removeAttribute('aria-current')
    })
    document.title = (parts.length ? page.querySelector('h2').textContent + ' · ' : '') + pack.title
  }
  function go() {
    box.value = ''
    show()
    var head = page.querySelector('h2')
    if (head) head.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  box.addEventListener('input', show)
  box.addEventListener('keydown', function (event) {
    var first = page.querySelector('tbody a')
    if (event.key === 'Enter' && first) first.click()
    if (event.key === 'Escape') {
      box.value = ''
      show()
    }
  })
  document.addEventListener('keydown', function (event) {
    if (event.key !== '/' || event.target === box || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    box.focus()
  })
  // A link to the page that is open leaves the search all the same.
  document.addEventListener('click', function (event) {
    var at = event.target.closest && event.target.closest('a[href^="#"]')
    if (at && at.getAttribute('href') === (location.hash || '#')) go()
  })
  window.addEventListener('hashchange', go)
  show()
})()
`
