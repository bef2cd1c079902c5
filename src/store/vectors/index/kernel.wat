;; Scores of the sketches of vectors, sixteen at a time. The sketches of a block lie side by side: sixteen bytes, one of each
;; vector, for each place. A byte of a sketch is two numbers of four bits, and `table` holds for each of these numbers of each
;; place a byte: what its four signs come to. `scoreSketches` in sketch-scores.ts does the same, and says what it computes.
(module
  (import "hedgemage" "memory" (memory 1))
  (func (export "scores")
    (param $sketches i32) (param $factors i32) (param $scores i32) (param $blocks i32)
    (param $table i32) (param $places i32) (param $stride i32)
    (param $step f32) (param $low f32) (param $reach f32)
    (local $place i32) (local $at i32) (local $bytes v128)
    (local $all v128) (local $odd v128)
    (loop $block
      (local.set $all (v128.const i32x4 0 0 0 0))
      (local.set $odd (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $table))
      (local.set $place (local.get $places))
      (loop $next
        (local.set $bytes (v128.load (local.get $sketches)))
        ;; Two entries of the table are at most 254 together, so that their sum is a byte.
        (local.set $bytes
          (i8x16.add
            (i8x16.swizzle
              (v128.load (local.get $at))
              (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
            (i8x16.swizzle
              (v128.load offset=16 (local.get $at))
              (i8x16.shr_u (local.get $bytes) (i32.const 4)))))
        ;; Sums of sixteen bits: the odd ones apart, and the even ones with the odd ones above them.
        (local.set $all (i16x8.add (local.get $all) (local.get $bytes)))
        (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $bytes) (i32.const 8))))
        (local.set $sketches (i32.add (local.get $sketches) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $next (local.tee $place (i32.sub (local.get $place) (i32.const 1)))))
      (local.set $all (i16x8.sub (local.get $all) (i16x8.shl (local.get $odd) (i32.const 8))))
      (local.set $bytes
        (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $all) (local.get $odd)))
      (call $four (local.get $factors) (local.get $scores) (local.get $stride)
        (i32x4.extend_low_i16x8_u (local.get $bytes))
        (local.get $step) (local.get $low) (local.get $reach))
      (call $four (i32.add (local.get $factors) (i32.const 16)) (i32.add (local.get $scores) (i32.const 16))
        (local.get $stride)
        (i32x4.extend_high_i16x8_u (local.get $bytes))
        (local.get $step) (local.get $low) (local.get $reach))
      (local.set $bytes
        (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $all) (local.get $odd)))
      (call $four (i32.add (local.get $factors) (i32.const 32)) (i32.add (local.get $scores) (i32.const 32))
        (local.get $stride)
        (i32x4.extend_low_i16x8_u (local.get $bytes))
        (local.get $step) (local.get $low) (local.get $reach))
      (call $four (i32.add (local.get $factors) (i32.const 48)) (i32.add (local.get $scores) (i32.const 48))
        (local.get $stride)
        (i32x4.extend_high_i16x8_u (local.get $bytes))
        (local.get $step) (local.get $low) (local.get $reach))
      (local.set $factors (i32.add (local.get $factors) (i32.const 64)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 64)))
      (br_if $block (local.tee $blocks (i32.sub (local.get $blocks) (i32.const 1))))))

  ;; base + gain * (step * sum + low) + slack * reach, of four vectors.
  (func $four
    (param $factors i32) (param $scores i32) (param $stride i32) (param $sums v128)
    (param $step f32) (param $low f32) (param $reach f32)
    (v128.store (local.get $scores)
      (f32x4.add
        (f32x4.add
          (v128.load (local.get $factors))
          (f32x4.mul
            (v128.load (i32.add (local.get $factors) (local.get $stride)))
            (f32x4.add
              (f32x4.mul (f32x4.splat (local.get $step)) (f32x4.convert_i32x4_u (local.get $sums)))
              (f32x4.splat (local.get $low)))))
        (f32x4.mul
          (v128.load (i32.add (local.get $factors) (i32.shl (local.get $stride) (i32.const 1))))
          (f32x4.splat (local.get $reach)))))))
