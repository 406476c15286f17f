import type { Plugin, Rolldown } from 'vite';

/** Patterns of the URLs that users open first. A page with such a URL loads the files of `module`. */
const PAGES = [
  { path: '^/', module: 'src/app/application.tsx' },
  { path: '^/(positions)?$', module: 'src/features/positions/positions-page.tsx' },
  {
    path: '^/contract/(purchase|sale)-list(/(all|\\d+))?$',
    module: 'src/features/contracts/list/contracts-page.tsx',
  },
  { path: '/dashboard/\\d', module: 'src/features/contracts/dashboard/contract-dashboard-page.tsx' },
  { path: '^/logistics$', module: 'src/features/logistics/logistics-page.tsx' },
] as const;

const PLACEHOLDER = '/* pages, from web/build/page-preloads.ts */';
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLESHEET = /<link rel="stylesheet" crossorigin href="([^"]+)">/;

/**
 * Writes the files of each page into the inline script of index.html. For a signed-in user, the script requests
 * the files of the opened page before any module has loaded. Links in the HTML would request these files on the
 * sign-in page, too. The entry module and the style sheet are only preloaded by the HTML, because the script
 * inserts them.
 */
export function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const linked = new Set(entry ? filesOf(entry, chunks) : []);
        const pages = PAGES.map(({ path, module }) => {
          const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (page === undefined) throw new Error(`No chunk contains ${module}`);
          const files = filesOf(page, chunks).filter((file) => !linked.has(file));
          for (const file of files) if (path === '^/') linked.add(file);
          return [path, files.map((file) => `/${file}`)];
        });
        return html
          .replace(`[${PLACEHOLDER}]`, JSON.stringify(pages))
          .replace(
            'stylesheet] = []',
            `stylesheet] = ${JSON.stringify([fileIn(html, ENTRY), fileIn(html, STYLESHEET)])}`,
          )
          .replace(ENTRY, '<link rel="modulepreload" crossorigin href="$1">')
          .replace(STYLESHEET, '<link rel="preload" as="style" crossorigin href="$1">');
      },
    },
  };
}

function fileIn(html: string, pattern: RegExp): string {
  const file = pattern.exec(html)?.[1];
  if (file === undefined) throw new Error(`index.html has no ${pattern.source}`);
  return file;
}

/** The files of a chunk and of its static imports, imported files first. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunks
    .filter(({ fileName }) => chunk.imports.includes(fileName))
    .flatMap((next) => filesOf(next, chunks, seen));
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName];
}
