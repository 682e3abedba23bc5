//! Intrinsics of SSE and AVX, against the machine.

use crate::support::assert_runs_like_native;

#[test]
fn the_common_ones_give_what_the_processor_gives() {
    let source = r#"
        #include <immintrin.h>
        #include <stdio.h>
        #include <string.h>
        static void bits(const char *name, const void *p, int n) { const unsigned char *b = p; printf("%s ", name); while (n--) printf("%02x", b[n]); printf("\n"); }
        #define SHOW(e) do { __typeof__(e) v = (e); bits(#e, &v, sizeof v); } while (0)
        static const double values[] = { 1.5, -2.5, 0.0, -0.0, 3e10, -1e300, 1.0 / 0.0, 0.0 / 0.0 };
        static void doubles(__m128d a, __m128d b) {
            SHOW(_mm_min_sd(a, b)); SHOW(_mm_max_sd(a, b)); SHOW(_mm_min_pd(a, b)); SHOW(_mm_max_pd(a, b)); SHOW(_mm_sqrt_sd(a, b));
            SHOW(_mm_cvttsd_si32(a)); SHOW(_mm_cvtsd_si32(a)); SHOW(_mm_cvttsd_si64(a)); SHOW(_mm_cvtsd_si64(a)); SHOW(_mm_cvtpd_epi32(a)); SHOW(_mm_cvttpd_epi32(a));
            SHOW(_mm_comieq_sd(a, b)); SHOW(_mm_comilt_sd(a, b)); SHOW(_mm_comile_sd(a, b)); SHOW(_mm_comigt_sd(a, b)); SHOW(_mm_ucomige_sd(a, b)); SHOW(_mm_ucomineq_sd(a, b));
            SHOW(_mm_cmplt_sd(a, b)); SHOW(_mm_cmpnle_sd(a, b)); SHOW(_mm_cmpunord_pd(a, b)); SHOW(_mm_cmpneq_pd(a, b)); SHOW(_mm_cmpge_sd(a, b));
            SHOW(_mm_movemask_pd(a)); SHOW(_mm_blendv_pd(a, b, b)); SHOW(_mm_hadd_pd(a, b)); SHOW(_mm_hsub_pd(a, b));
            SHOW(_mm_floor_pd(a)); SHOW(_mm_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)); SHOW(_mm_round_pd(a, _MM_FROUND_CUR_DIRECTION));
        }
        static void floats(__m128 a, __m128 b) {
            SHOW(_mm_min_ss(a, b)); SHOW(_mm_max_ps(a, b)); SHOW(_mm_cvtss_si32(a)); SHOW(_mm_cvttss_si64(a)); SHOW(_mm_cvtps_epi32(a)); SHOW(_mm_cvttps_epi32(a));
            SHOW(_mm_comilt_ss(a, b)); SHOW(_mm_cmpord_ss(a, b)); SHOW(_mm_movemask_ps(a)); SHOW(_mm_hadd_ps(a, b)); SHOW(_mm_ceil_ps(a)); SHOW(_mm_blendv_ps(a, b, a));
            SHOW(_mm_movemask_epi8(_mm_castps_si128(a))); SHOW(_mm_cvtsd_ss(a, _mm_cvtps_pd(b)));
        }
        int main(void) {
            for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) {
                __m128d a = _mm_set_pd(values[(i + j) % 8], values[i]), b = _mm_set_pd(values[(i * j + 3) % 8], values[j]);
                doubles(a, b);
                floats(_mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)), _mm_movelh_ps(_mm_cvtpd_ps(b), _mm_cvtpd_ps(a)));
            }
            return 0;
        }"#;
    for level in ["-O0", "-O2"] {
        assert_runs_like_native(source, &[level, "-msse4.1"]);
    }
}
