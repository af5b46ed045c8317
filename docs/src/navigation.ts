/**
 * The pages of the documentation in their order. A file is a path from the root of the repository. Markdown files in
 * docs/ that are not listed here appear in the last group, and a test reports them.
 */
export interface Group {
  readonly title: string;
  readonly pages: readonly Entry[];
}

interface Entry {
  readonly file: string;
  /** Address below `/docs`; by default the path of the file below docs/ without `.md`. */
  readonly path?: string;
  /** Short title for the navigation; by default the heading of the page. */
  readonly title?: string;
}

export const navigation: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      { file: 'docs/index.md', path: '', title: 'Introduction' },
      { file: 'docs/quickstart/vite.md', title: 'Vite + React' },
      { file: 'docs/quickstart/next.md', title: 'Next.js' },
      { file: 'docs/quickstart/astro.md', title: 'Astro' },
      { file: 'docs/quickstart/html.md', title: 'Plain HTML' },
      { file: 'docs/quickstart/node.md', title: 'Node' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { file: 'docs/members.md' },
      { file: 'docs/data.md' },
      { file: 'docs/forms.md' },
      { file: 'docs/files.md', title: 'Files' },
      { file: 'docs/types.md' },
      { file: 'docs/permissions.md' },
      { file: 'docs/embeds.md' },
      { file: 'docs/webhooks.md' },
    ],
  },
  {
    title: 'Packages',
    pages: [
      { file: 'sdk/README.md', path: 'sdk' },
      { file: 'react/README.md', path: 'react' },
      { file: 'docs/components.md' },
      { file: 'docs/frameworks.md', title: 'The Wix SDK' },
      { file: 'docs/vendor-differences.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { file: 'docs/reference/sdk.md', title: '@portico/sdk' },
      { file: 'docs/reference/sdk/items.md', title: '@portico/sdk: items' },
      { file: 'docs/reference/sdk/forms.md', title: '@portico/sdk: forms' },
      { file: 'docs/reference/sdk/members.md', title: '@portico/sdk: members' },
      { file: 'docs/reference/sdk/client.md', title: '@portico/sdk: client' },
      { file: 'docs/reference/admin.md', title: '@portico/sdk/admin' },
      { file: 'docs/reference/cookies.md', title: '@portico/sdk/cookies' },
      { file: 'docs/reference/external-login.md', title: '@portico/sdk/external-login' },
      { file: 'docs/reference/form-progress.md', title: '@portico/sdk/form-progress' },
      { file: 'docs/reference/submissions.md', title: '@portico/sdk/submissions' },
      { file: 'docs/reference/react.md', title: '@portico/react' },
      { file: 'docs/errors.md' },
      { file: 'docs/compatibility.md' },
    ],
  },
  {
    title: 'Operation',
    pages: [
      { file: 'docs/installation.md' },
      { file: 'docs/configuration.md' },
      { file: 'docs/backups.md' },
      { file: 'docs/upgrading.md' },
      { file: 'docs/security.md' },
      { file: 'docs/reliability.md', title: 'Reliability' },
      { file: 'docs/monitoring.md' },
      { file: 'docs/replicas.md' },
      { file: 'docs/scale.md' },
      { file: 'docs/benchmark.md' },
      { file: 'CHANGELOG.md', path: 'changelog' },
      { file: 'SECURITY.md', path: 'security-policy', title: 'Report a vulnerability' },
    ],
  },
];
