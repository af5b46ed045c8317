export default { reactStrictMode: true, devIndicators: false, turbopack: { root: import.meta.dirname } };
